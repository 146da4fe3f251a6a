import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { nodeTitle } from '../../../shared/messages/nodeTitle.ts';
import { Field } from '../../ui/Field.tsx';
import { fieldAttributes, valueOf } from '../fieldAttributes.ts';
import { useFlowContext } from '../FlowContext.ts';
import { nodeMessages } from '../nodeMessages.ts';
import type { InputNodeProps } from './InputNode.tsx';

/** Something to type. Its value is the browser's: an answer that names no other leaves what was typed. */
export function FieldNode({ node, input }: InputNodeProps): ReactNode {
  const intl = useIntl();
  const { kind, typed, actions } = useFlowContext();
  return (
    <Field
      {...fieldAttributes(kind, input)}
      label={nodeTitle(intl, node) ?? input.name}
      defaultValue={valueOf(input) || typed[input.name]}
      messages={nodeMessages(intl, node)}
      action={actions?.[input.name]}
    />
  );
}
