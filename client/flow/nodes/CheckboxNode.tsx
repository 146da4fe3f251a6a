import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { lookUp } from '../../../shared/fields.ts';
import { ownValue } from '../../../shared/flow/inputAttributes.ts';
import { fieldLabel } from '../messages/nodeTitle.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { valueOf } from '../model/fieldAttributes.ts';
import { useFlowContext, useFormContext } from '../FlowContext.ts';
import { fieldKey } from '../submit/fieldKeys.ts';
import { nodeMessages } from '../model/nodeMessages.ts';
import { LocalizedText } from '../LocalizedText.tsx';
import type { InputNodeProps } from './InputNode.tsx';

/** A checkbox. Sent as `true`, or as its own value if it is one of several; natively, not at all while unticked. */
export function CheckboxNode({ node, input }: InputNodeProps): ReactNode {
  const intl = useIntl();
  const { typed, check, now } = useFlowContext();
  const { section } = useFormContext();
  const { name, required, disabled } = input;
  const error = check.errors[fieldKey(section.id, name)];
  const own = ownValue(input);
  return (
    <Checkbox
      name={name}
      value={own ?? 'true'}
      required={required}
      disabled={disabled}
      defaultChecked={own ? lookUp(typed, name) === own : (valueOf(input) || lookUp(typed, name)) === 'true'}
      label={<LocalizedText {...fieldLabel(intl, node, name, now)} />}
      messages={error ? [error] : nodeMessages(intl, node, now)}
    />
  );
}
