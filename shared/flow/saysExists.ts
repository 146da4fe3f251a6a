import { accountExists, accountExistsForLink, accountLinkNeeded } from './messageId.ts';

const ids = new Set<unknown>([accountExists, accountExistsForLink, accountLinkNeeded]);

/** Whether a message says that the address, or another name to sign in with, has an account already. */
export const saysExists = ({ id }: { id: unknown }): boolean => ids.has(id);
