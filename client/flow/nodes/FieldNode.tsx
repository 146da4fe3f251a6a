import type { InputEvent, ReactNode } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import type { UiNodeInputAttributes } from '@ory/client';
import { lookUp } from '../../../shared/fields.ts';
import { entriesOf, isEmail } from '../../../shared/flow/inputAttributes.ts';
import type { FlowKind } from '../../../shared/page.ts';
import { saysExists } from '../../../shared/flow/messages.ts';
import { fieldLabel } from '../messages/nodeTitle.ts';
import { usePageContext } from '../../shell/PageContext.tsx';
import { CodeField } from '../../ui/CodeField.tsx';
import { Field } from '../../ui/Field.tsx';
import { useHydrated } from '../../ui/useHydrated.ts';
import { startProps } from './startProps.ts';
import { fieldAttributes } from '../model/fieldAttributes.ts';
import { hasLines, valueOf } from '../../../shared/flow/shownValue.ts';
import { useFlowContext } from '../FlowContext.ts';
import { LocalizedText } from '../LocalizedText.tsx';
import { type InputNodeProps, dataNode } from '../model/node.ts';
import { useFieldMessages } from './useFieldMessages.ts';
import { isCode } from '../../../shared/flow/typedText.ts';
import { passwordRefused, passwordTooShort } from '../../../shared/flow/messageId.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';

/** The length of Kratos' codes, which it does not always state. */
const usual = 6;

/** The longest code that authenticator apps show (RFC 6238, 1.2). */
const longest = 8;

/** Returns how many digits a one-time code has; undefined for a code that is not of six or eight digits. */
function digitsOf({ name, maxlength = usual }: UiNodeInputAttributes): number | undefined {
  if (name !== nodeName.totpCode && name !== nodeName.code) return undefined;
  return maxlength === usual || maxlength === longest ? maxlength : undefined;
}

/** The errors about a password's length, which replace the rule. */
const saysRule: unknown[] = [passwordRefused, passwordTooShort, 'field.short'];

const dateTime = String.raw`\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+\-]\d\d:\d\d)`;

/**
 * Matches a text with as many digits as a code has, of any script, or with more and words: without scripts the portal's
 * server takes the code out.
 */
const codePattern = (digits: number): string => String.raw`(?:\P{Nd}*\p{Nd}){${digits}}(?:\P{Nd}*|.*\p{L}.*)`;

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
 * control sends no time zone, which the provider rejects.
 */
const withoutScripts = (input: UiNodeInputAttributes): UiNodeInputAttributes => ({
  ...input,
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
      // it would truncate a pasted text before the code in it is found
      maxLength: undefined,
    }),
    ...(digits !== undefined && {
      onInput: tidyCode,
      pattern: codePattern(digits),
      title: intl.formatMessage({ id: 'field.code' }, { digits }),
    }),
    // without scripts the provider refuses a short one, in the page's language; the browser's own text may be in
    // another
    ...(isNewPassword && { minLength: scripts ? passwordMinLength : undefined }),
    // without scripts the browser would refuse the marks in a pasted address, which the portal's server drops
    ...(!scripts && input.type === 'email' && { type: 'text' }),
    ...startProps(page, node),
    label: <LocalizedText {...fieldLabel(intl, node, original.name, now)} />,
    defaultValue:
      valueOf(input) ||
      // what was typed to add an entry is among the entries, and a code works once
      (isCode(input.name) || entriesOf(input.name, page.flow.ui.nodes).length > 0
        ? ''
        : (lookUp(typed, input.name) ?? (input.name === nodeName.identifier ? address : undefined))),
    messages,
  };
  const hint = whichCode(intl, kind, input, digits);
  if (digits !== undefined) return <CodeField {...attributes} hint={hint} digits={digits} />;
  return (
    <Field
      {...attributes}
      lines={hasLines(input) ? valueOf(input).split('\n').length + 1 : undefined}
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
