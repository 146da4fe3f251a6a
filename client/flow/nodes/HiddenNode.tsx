import type { ReactNode } from 'react';
import { valueOf } from '../model/fieldAttributes.ts';
import { NodeMessages } from './NodeMessages.tsx';
import type { InputNodeProps } from './InputNode.tsx';

/** A value that only the form's submit sees. A provider's message about it is shown all the same. */
export function HiddenNode({ node, input }: InputNodeProps): ReactNode {
  return (
    <>
      <input type="hidden" name={input.name} defaultValue={valueOf(input)} disabled={input.disabled} />
      <NodeMessages node={node} />
    </>
  );
}
