import { changesSaved } from '../../../shared/flow/messageId.ts';
import type { Shown } from '../../flow/useFlow.ts';
import type { Done } from './useDone.ts';

/** What leaves the other sessions as they are, or is not known to end them. */
const harmless = new Set<Done['what']>(['profile', 'passkey', 'sessions', 'applications', 'other']);

/**
 * Whether a change has signed the user out everywhere else.
 *
 * @param others how many other sessions there are now; undefined if that is not known
 */
export const hasEndedOthers = (done: Done | undefined, others: number | undefined): boolean =>
  done !== undefined && !harmless.has(done.what) && others === 0 && done.others !== 0;

/** The same page without the provider's message that a change was saved: another one says which. */
export const withoutSaved = (shown: Shown<'settings'>): Shown<'settings'> => {
  const { flow } = shown;
  const messages = flow.ui.messages?.filter(({ id }) => id !== changesSaved);
  return { ...shown, flow: { ...flow, ui: { ...flow.ui, messages } } };
};
