import { memo, type ReactNode } from 'react';
import { valueOf } from '../../../shared/flow/shownValue.ts';
import { NodeMessages } from './NodeMessages.tsx';
import type { InputNodeProps } from '../model/node.ts';

/**
 * A hidden input. The provider's messages about it are still shown. It is only re-created for a different flow,
 * because a value set by a script would be lost.
 */
export const HiddenNode = memo(function HiddenNode({ node, input }: InputNodeProps): ReactNode {
  return (
    <>
      <input type="hidden" name={input.name} defaultValue={valueOf(input)} disabled={input.disabled} />
      <NodeMessages node={node} />
    </>
  );
});
