import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { UiNodeInputAttributes } from '@ory/client';
import { lookUp } from '../../../shared/fields.ts';
import { languageNames, locales, supportedLocale } from '../../../shared/messages/locales.ts';
import { nodeTitle } from '../../../shared/messages/nodeTitle.ts';
import { usePageContext } from '../../PageContext.tsx';
import { Select } from '../../ui/Select.tsx';
import { valueOf } from '../fieldAttributes.ts';
import { useFlowContext } from '../FlowContext.ts';
import { nodeMessages } from '../nodeMessages.ts';
import type { InputNodeProps } from './InputNode.tsx';

/** The trait whose values are languages. Older providers send it without its options. */
const isLanguage = ({ name, type }: UiNodeInputAttributes): boolean =>
  name === 'traits.locale' && type === 'text';

/** Whether an input offers a choice of values. */
export const isChoice = (input: UiNodeInputAttributes): boolean =>
  input.type !== 'hidden' && (input.options !== undefined || isLanguage(input));

/** How a choice reads: a language by its own name, anything else as the schema has it. */
function optionLabel(input: UiNodeInputAttributes, value: string): string {
  const locale = isLanguage(input) ? supportedLocale(value) : undefined;
  return locale ? languageNames[locale] : value;
}

/** A choice among the values that the identity schema allows. */
export function SelectNode({ node, input }: InputNodeProps): ReactNode {
  const intl = useIntl();
  const { kind, typed, now } = useFlowContext();
  const { locale } = usePageContext();
  const { name, required, disabled, options } = input;
  const suggested = isLanguage(input) && kind === 'registration' ? locale : '';
  const chosen = valueOf(input) || (lookUp(typed, name) ?? suggested);
  const values: string[] = options ? options.map((option) => String(option.value)) : [...locales];
  const offered = [...new Set([...(required && chosen ? [] : ['']), ...values, chosen])];
  return (
    <Select
      name={name}
      required={required}
      disabled={disabled}
      defaultValue={chosen}
      options={offered.map((value) => ({ value, label: optionLabel(input, value) || '–' }))}
      label={nodeTitle(intl, node, now) ?? name}
      messages={nodeMessages(intl, node, now)}
    />
  );
}
