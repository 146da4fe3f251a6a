import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { UiNodeInputAttributes } from '@ory/client';
import { lookUp } from '../../../shared/fields.ts';
import { locales, supportedLocale } from '../../../shared/messages/locales.ts';
import { languageNames } from '../../shell/languageNames.ts';
import { fieldLabel } from '../messages/nodeTitle.ts';
import { usePageContext } from '../../shell/PageContext.tsx';
import { Select } from '../../ui/Select.tsx';
import { valueOf } from '../../../shared/flow/shownValue.ts';
import { useFlowContext } from '../FlowContext.ts';
import { LocalizedText } from '../LocalizedText.tsx';
import { type InputNodeProps, dataNode } from '../model/node.ts';
import { useFieldMessages } from './useFieldMessages.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';

/** The trait whose values are languages. Older providers send it without its options. */
const isLanguage = ({ name, type }: UiNodeInputAttributes): boolean =>
  name === nodeName.localeTrait && type === 'text';

/** Whether an input offers a choice of values. */
export const isChoice = (input: UiNodeInputAttributes): boolean =>
  input.type !== 'hidden' && (input.options !== undefined || isLanguage(input));

/** Returns an option's text: a language's own name, with its region if any; anything else as in the schema. */
function optionLabel(input: UiNodeInputAttributes, value: string): string {
  const locale = isLanguage(input) ? supportedLocale(value) : undefined;
  const region = /[-_](\w+)$/.exec(value)?.[1];
  return locale ? `${languageNames[locale]}${region ? ` (${region})` : ''}` : value;
}

/** A choice among the values that the identity schema allows. */
export function SelectNode({ node, input }: InputNodeProps): ReactNode {
  const intl = useIntl();
  const { kind, typed, now } = useFlowContext();
  const { locale } = usePageContext();
  const { name, required, disabled, options } = input;
  const suggested = isLanguage(input) && kind === 'registration' ? locale : '';
  const chosen = valueOf(input) || (lookUp(typed, name) ?? suggested);
  const labelOf = (value: string): string => optionLabel(input, value);
  const values: string[] = options ? options.map((option) => String(option.value)) : [...locales];
  // Swedish is listed as `sv` and as `se`: do not offer the selected language again under its other tag
  const offered = new Map(
    [...(required && chosen ? [] : ['']), ...values].map((value) => [labelOf(value), value]),
  );
  offered.set(labelOf(chosen), chosen);
  const notChosen = intl.formatMessage({ id: 'field.notChosen' });
  return (
    <Select
      {...dataNode(node)}
      name={name}
      required={required}
      disabled={disabled}
      autoComplete={isLanguage(input) ? 'language' : undefined}
      defaultValue={chosen}
      options={Array.from(offered, ([label, value]) => ({ value, label: label || notChosen }))}
      label={<LocalizedText {...fieldLabel(intl, node, name, now)} />}
      messages={useFieldMessages(node, name)}
    />
  );
}
