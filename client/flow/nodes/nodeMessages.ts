import type { UiNode, UiText } from '@ory/client';
import { createElement } from 'react';
import type { IntlShape } from 'react-intl';
import { lookUp, textIn } from '../../../shared/fields.ts';
import { localizedMessage } from '../messages/messageText.ts';
import type { FieldMessage, Severity } from '../../ui/severity.ts';
import { LocalizedText } from '../LocalizedText.tsx';

const severities: Partial<Record<string, Severity>> = { error: 'error', success: 'success', info: 'info' };

/** Returns the severity of a provider message; unknown types get the default one. */
export const severityOf = ({ type }: UiText): Severity => lookUp(severities, type) ?? 'default';

/** Translates messages to the page's language, without blank ones. */
export const textMessages = (intl: IntlShape, messages: UiText[], now: number): FieldMessage[] =>
  messages.flatMap((text) => {
    const localized = localizedMessage(intl, text, now);
    return textIn(localized.text) === undefined
      ? []
      : { id: text.id, text: createElement(LocalizedText, localized), severity: severityOf(text) };
  });

/** Returns a node's messages in the page's language, without blank ones. */
export const nodeMessages = (intl: IntlShape, { messages }: UiNode, now: number): FieldMessage[] =>
  textMessages(intl, messages, now);
