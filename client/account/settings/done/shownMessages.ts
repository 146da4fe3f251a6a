import { accountRecovered, changesSaved } from '../../../../shared/flow/messageId.ts';
import type { Shown } from '../../../flow/shown.ts';

/**
 * The messages that the settings show at the top in their own words: a change was saved, the account was recovered.
 */
const saidAtTop = new Set<number>([changesSaved, accountRecovered]);

/** Returns the same page without the messages that the settings show at the top. */
export function withShownMessages(shown: Shown<'settings'>): Shown<'settings'> {
  const { flow } = shown;
  const messages = flow.ui.messages?.filter(({ id }) => !saidAtTop.has(id));
  return { ...shown, flow: { ...flow, ui: { ...flow.ui, messages } } };
}
