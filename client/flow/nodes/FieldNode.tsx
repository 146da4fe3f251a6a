import type { InputEvent, ReactNode } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import type { UiNodeInputAttributes } from '@ory/client';
import { lookUp } from '../../../shared/fields.ts';
import { isEmail } from '../../../shared/flow/inputAttributes.ts';
import type { FlowKind } from '../../../shared/page.ts';
import { saysExists } from '../../../shared/flow/messages.ts';
import { digitsOf, isCode } from '../model/codes.ts';
import { listName } from '../model/listName.ts';
import { fieldLabel } from '../messages/nodeTitle.ts';
import { usePageContext } from '../../shell/PageContext.tsx';
import { CodeField } from '../../ui/CodeField.tsx';
import { Field } from '../../ui/Field.tsx';
import { useHydrated } from '../../ui/useHydrated.ts';
import { startProps } from './startProps.ts';
import { fieldAttributes, valueOf } from '../model/fieldAttributes.ts';
import { useFlowContext } from '../FlowContext.ts';
import { LocalizedText } from '../LocalizedText.tsx';
import { type InputNodeProps, dataNode } from '../model/node.ts';
import { useFieldMessages } from './useFieldMessages.ts';
import { passwordRefused, passwordTooShort } from '../../../shared/flow/messageId.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';

/** The errors about a password's length, which replace the rule. */
const saysRule: unknown[] = [passwordRefused, passwordTooShort, 'field.short'];

const dateTime = String.raw`\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+\-]\d\d:\d\d)`;

function tidyCode({ currentTarget: field, nativeEvent }: InputEvent<HTMLInputElement>): void {
  if (nativeEvent.isComposing) return;
  // if it cannot be loaded, the code stays as typed
  import('../firstUse.ts').then(
    ({ enterCode }) => enterCode(field),
    () => undefined,
  );
}

/**
 * Returns the attributes that a native submit needs. A date and time is a text field for RFC 3339: the browser's own
 * control sends no time zone, which the provider rejects. Entries of a list share its name.
 */
const withoutScripts = (input: UiNodeInputAttributes): UiNodeInputAttributes => ({
  ...input,
  name: listName(input.name),
  ...(input.type === 'datetime-local' && {
    type: 'text',
    placeholder: '2026-01-31T12:00:00Z',
    pattern: dateTime,
  }),
});

/** For a second factor, which may ask for several codes: where to find the field's code. */
const whichCode = (
  intl: IntlShape,
  kind: FlowKind,
  { name }: UiNodeInputAttributes,
  digits: number | undefined,
): string | undefined => {
  const id = `flow.hint.${name}`;
  return kind === 'login' && id in intl.messages ? intl.formatMessage({ id }, { digits }) : undefined;
};

/** A text field. Uncontrolled: typed text stays unless an answer brings another value. */
export function FieldNode({ node, input: original }: InputNodeProps): ReactNode {
  const intl = useIntl();
  const scripts = useHydrated();
  const page = useFlowContext();
  const input = scripts ? original : withoutScripts(original);
  const { kind, typed, address, actions, now } = page;
  const { passwordMinLength = 0 } = usePageContext();
  const messages = useFieldMessages(node, input.name);
  const digits = digitsOf(input);
  const isNewPassword = input.type === 'password' && (kind === 'registration' || kind === 'settings');
  const attributes = {
    ...dataNode(node),
    inputMode: isEmail(node) ? ('email' as const) : undefined,
    ...fieldAttributes(kind, input),
    ...(isCode(input.name) && {
      // no maxLength for codes: it would truncate a pasted code before its blanks are stripped
      maxLength: undefined,
      onInput: tidyCode,
      title: intl.formatMessage({ id: 'flow.code.plain' }),
    }),
    // without scripts the provider refuses a short one, in the page's language; the browser's own text may be in
    // another
    ...(isNewPassword && { minLength: scripts ? passwordMinLength : undefined }),
    ...startProps(page, node),
    label: <LocalizedText {...fieldLabel(intl, node, original.name, now)} />,
    defaultValue:
      valueOf(input) ||
      (lookUp(typed, input.name) ?? (input.name === nodeName.identifier ? address : undefined)),
    messages,
  };
  const hint = whichCode(intl, kind, input, digits);
  if (digits !== undefined) return <CodeField {...attributes} hint={hint} digits={digits} />;
  return (
    <Field
      {...attributes}
      hint={input.type === original.type ? hint : <FormattedMessage id="flow.dateTime" />}
      rule={
        isNewPassword &&
        passwordMinLength > 0 &&
        !messages.some(({ id }) => saysRule.includes(id)) && (
          <FormattedMessage id="field.newPassword" values={{ least: passwordMinLength }} />
        )
      }
      action={actions && lookUp(actions, input.name)}
      below={messages.some(saysExists) && page.existing}
    />
  );
}
