import { accountRecovered, changesSaved } from '../../../../shared/flow/messageId.ts';
import type { Shown } from '../../../flow/shown.ts';

/** The messages that the settings say at their top, in words of their own: that a change was saved, that the account was recovered. */
const saidAtTop = new Set<number>([changesSaved, accountRecovered]);

/** The same page without the messages that the settings say at their top. */
export function withShownMessages(shown: Shown<'settings'>): Shown<'settings'> {
  const { flow } = shown;
  const messages = flow.ui.messages?.filter(({ id }) => !saidAtTop.has(id));
  return { ...shown, flow: { ...flow, ui: { ...flow.ui, messages } } };
}
