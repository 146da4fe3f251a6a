import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { lookUp } from '../../../shared/fields.ts';
import { nodeTitle } from '../../../shared/messages/nodeTitle.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { valueOf } from '../fieldAttributes.ts';
import { useFlowContext } from '../FlowContext.ts';
import { nodeMessages } from '../nodeMessages.ts';
import type { InputNodeProps } from './InputNode.tsx';

/** Something to agree with. It is sent as `true` or, unticked, not at all. */
export function CheckboxNode({ node, input }: InputNodeProps): ReactNode {
  const intl = useIntl();
  const { typed, now } = useFlowContext();
  const { name, required, disabled } = input;
  return (
    <Checkbox
      name={name}
      value="true"
      required={required}
      disabled={disabled}
      defaultChecked={(valueOf(input) || lookUp(typed, name)) === 'true'}
      label={nodeTitle(intl, node, now) ?? name}
      messages={nodeMessages(intl, node, now)}
    />
  );
}
