import type { UiText } from '@ory/client';
import { fieldsOf, type Fields } from '../fields.ts';
import type { Flow } from '../page.ts';
import {
  accountExists,
  accountExistsForLink,
  accountLinkNeeded,
  confirmByCode,
  genericError,
  removeUnknown,
} from './messageId.ts';

/** Returns a flow's messages, about the whole and about its nodes. */
export const messagesIn = ({ ui }: Flow): UiText[] => [
  ...(ui.messages ?? []),
  ...ui.nodes.flatMap(({ messages }) => messages),
];

/** Whether a message is an error. */
export const isError = ({ type }: Pick<UiText, 'type'>): boolean => type === 'error';

/** Whether a flow has an error, as a whole or at one of its nodes. */
export const saysError = (flow: Flow): boolean => messagesIn(flow).some(isError);

const ids = new Set<unknown>([accountExists, accountExistsForLink, accountLinkNeeded]);

/** Whether a message says that the address, or another identifier, already has an account. */
export const saysExists = ({ id }: { id: unknown }): boolean => ids.has(id);

const asksCode = new Set<unknown>([confirmByCode, removeUnknown]);

/** Whether a message says that the sign-in goes on to a mailed code. */
export const leadsToCode = ({ id }: { id: unknown }): boolean => asksCode.has(id);

/** Whether a sign-in has been refused until a mailed code confirms it: nothing but the code leads on. */
export const awaitsCode = ({ ui }: Flow): boolean => ui.messages?.some(leadsToCode) === true;

/**
 * Returns what a refused sign-in says: the `unverified` or verified `address`, if it may be shown, whether it has `changed` or
 * was verified `apart`, and the `service`.
 */
export const unverifiedIn = ({ ui }: { ui: Pick<Flow['ui'], 'messages'> }): Fields =>
  fieldsOf(ui.messages?.find(({ id }) => id === confirmByCode)?.context);

/** Whether a flow says that its mailed code no longer works, so that only a new one helps. */
export const needsNewCode = (flow: Flow): boolean =>
  messagesIn(flow).some(
    ({ id, context }) => id === genericError && String(fieldsOf(context).reason).includes('another code'),
  );
