import type { UiText } from '@ory/client';
import { accountRecovered, changesSaved } from '../../../shared/flow/messageId.ts';
import * as nodeGroup from '../../../shared/flow/nodeGroup.ts';
import type { Shown } from '../../flow/useFlow.ts';

/** Whether a message only says what was done, and so may leave by itself: after a recovery there is something to do. */
export const isDone = ({ id, type }: UiText): boolean => type === 'success' && id !== accountRecovered;

/** The same page without the messages that a toast shows. */
export const withoutDone = (shown: Shown<'settings'>): Shown<'settings'> => {
  const { flow } = shown;
  const messages = flow.ui.messages?.filter((message) => !isDone(message));
  return { ...shown, flow: { ...flow, ui: { ...flow.ui, messages } } };
};

/** The provider's messages that a change was saved, and that the account was recovered. */
const saved = new Set([changesSaved, accountRecovered]);

/** Whether the page reports a change that may have ended other sessions: any not known to be the profile's. */
export const mayEndSessions = ({ flow, answers, section }: Shown<'settings'>): boolean =>
  flow.ui.messages?.some(({ id }) => saved.has(id)) === true &&
  (answers === 0 || section !== nodeGroup.profile);
