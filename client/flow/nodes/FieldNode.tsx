import type { InputEvent, ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { lookUp } from '../../../shared/fields.ts';
import { isStepUp } from '../../../shared/flow/isStepUp.ts';
import { isCode, plainCode } from '../../../shared/flow/plainCode.ts';
import { nodeWords } from '../../../shared/messages/nodeTitle.ts';
import { usePageContext } from '../../PageContext.tsx';
import { Field } from '../../ui/Field.tsx';
import { fieldAttributes, valueOf } from '../fieldAttributes.ts';
import { useFlowContext } from '../FlowContext.ts';
import { nodeMessages } from '../nodeMessages.ts';
import { Words } from '../Words.tsx';
import type { InputNodeProps } from './InputNode.tsx';

function readPlainly({ currentTarget: field, nativeEvent }: InputEvent<HTMLInputElement>): void {
  if (nativeEvent.isComposing || plainCode(field.value) === field.value) return;
  field.value = plainCode(field.value);
}

/** Something to type. Its value is the browser's: an answer that names no other leaves what was typed. */
export function FieldNode({ node, input }: InputNodeProps): ReactNode {
  const intl = useIntl();
  const { kind, flow, typed, begins, actions, now } = useFlowContext();
  const { signedInAddress } = usePageContext();
  const known = input.name === 'identifier' && isStepUp(flow) ? signedInAddress : undefined;
  return (
    <Field
      {...fieldAttributes(kind, input)}
      {...(isCode(input.name) && {
        // what a pasted code has too much is taken out; a maximum length would cut it off before
        maxLength: undefined,
        onInput: readPlainly,
        title: intl.formatMessage({ id: 'flow.code.plain' }),
      })}
      {...(node === begins && { autoFocus: true })}
      label={<Words {...(nodeWords(intl, node, now) ?? { text: input.name })} />}
      defaultValue={valueOf(input) || (lookUp(typed, input.name) ?? known)}
      messages={nodeMessages(intl, node, now)}
      action={actions && lookUp(actions, input.name)}
    />
  );
}
