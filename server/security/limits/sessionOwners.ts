import type { Request } from 'express';
import { addressKey, type LimitParts } from './limitParts.ts';

const minuteMs = 60_000;

/** How often a minute one address makes the portal ask the provider: made-up sessions must not flood it. */
const maxQuestions = 30;

/** Returns the identity of a request's session, by asking the provider; undefined for none, or if it does not answer. */
export type IdentityOf = (request: Request) => Promise<string | undefined>;

/** The remembered owner of a session that belongs to nobody. */
const nobody = '';
const confirmed = (owner: string | undefined) => (owner === nobody ? undefined : owner);

/**
 * Creates the memory of session owners. Only sessions that the provider has confirmed count: otherwise anybody could
 * make up sessions, and appear as a new person in the limits with each. It stores the account, because one person can
 * begin any number of sessions.
 */
export function createSessionOwners({ keyOf, cookies, makeStore }: LimitParts, identityOf: IdentityOf) {
  const owners = makeStore('owners', 10 * minuteMs);
  const questions = makeStore('ownerQuestions', minuteMs);

  const sessionKey = ({ headers }: Pick<Request, 'headers'>): string | undefined => {
    const session = cookies.session(headers.cookie);
    return session === undefined ? undefined : keyOf('session', session);
  };
  const recall = async (request: Request): Promise<string | undefined> => {
    const session = sessionKey(request);
    return session === undefined ? undefined : owners.get(session);
  };
  const mayAsk = async ({ ip }: Request): Promise<boolean> =>
    (await questions.count(addressKey(keyOf, ip), 1)).hits <= maxQuestions;

  return {
    /** Returns the account key of a request's session cookie; undefined for none, and for unconfirmed ones. */
    recall: async (request: Request) => confirmed(await recall(request)),
    /** Like `recall`, but asks the provider about unknown sessions unless the address has caused too many questions. */
    ask: async (request: Request): Promise<string | undefined> => {
      const session = sessionKey(request);
      const remembered = await recall(request);
      if (session === undefined || remembered !== undefined) return confirmed(remembered);
      if (!(await mayAsk(request))) return undefined;
      const identity = await identityOf(request);
      const owner = identity && keyOf('owner', identity);
      await owners.set(session, owner ?? nobody);
      return owner;
    },
    /** Remembers the owner of a session that the provider has just confirmed. */
    remember: async (request: Pick<Request, 'headers'>, identityId: string): Promise<void> => {
      const session = sessionKey(request);
      if (session !== undefined) await owners.set(session, keyOf('owner', identityId));
    },
  };
}

/** Knows the owners of sessions that the provider has confirmed. Each function rejects when its store fails. */
export type SessionOwners = ReturnType<typeof createSessionOwners>;
