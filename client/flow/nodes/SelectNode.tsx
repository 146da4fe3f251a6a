import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { languageNames, supportedLocale } from '../../../shared/messages/locales.ts';
import { nodeTitle } from '../../../shared/messages/nodeTitle.ts';
import { Select } from '../../ui/Select.tsx';
import { valueOf } from '../fieldAttributes.ts';
import { useFlowContext } from '../FlowContext.ts';
import { nodeMessages } from '../nodeMessages.ts';
import type { InputNodeProps } from './InputNode.tsx';

/** How a choice reads: a language by its own name, anything else as the schema has it. */
function optionLabel(name: string, value: string): string {
  const locale = name.endsWith('locale') ? supportedLocale(value) : undefined;
  return locale ? languageNames[locale] : value;
}

/** A choice among the values that the identity schema allows. */
export function SelectNode({ node, input }: InputNodeProps): ReactNode {
  const intl = useIntl();
  const { typed } = useFlowContext();
  const { name, required, disabled, options = [] } = input;
  const values = options.map((option) => String(option.value));
  const chosen = valueOf(input) || (typed[name] ?? '');
  const choices = values.map((value) => ({ value, label: optionLabel(name, value) }));
  return (
    <Select
      name={name}
      required={required}
      disabled={disabled}
      defaultValue={chosen}
      options={values.includes(chosen) && required ? choices : [{ value: '', label: '–' }, ...choices]}
      label={nodeTitle(intl, node) ?? name}
      messages={nodeMessages(intl, node)}
    />
  );
}
