import { accountRecovered, changesSaved } from '../../../shared/flow/messageId.ts';
import * as nodeGroup from '../../../shared/flow/nodeGroup.ts';
import type { Shown } from '../../flow/useFlow.ts';

/**
 * The same page with the messages as the settings show them: without the one that a change was saved, which another says in
 * words of its own; and a recovered account is asked for a password only where there are passwords.
 */
export function withShownMessages(shown: Shown<'settings'>): Shown<'settings'> {
  const { flow } = shown;
  const hasPasswords = flow.ui.nodes.some(({ group }) => group === nodeGroup.password);
  const messages = (flow.ui.messages ?? [])
    .filter(({ id }) => id !== changesSaved)
    .map((message) =>
      message.id === accountRecovered && !hasPasswords
        ? { ...message, context: { ...message.context, password: 'none' } }
        : message,
    );
  return { ...shown, flow: { ...flow, ui: { ...flow.ui, messages } } };
}
