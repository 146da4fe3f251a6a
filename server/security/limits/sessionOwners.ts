import type { Request } from 'express';
import type { ProviderCookies } from '../cookies/providerCookies.ts';
import { addressKey, keysWith } from './keys.ts';
import type { LimitStores } from './stores.ts';

const minuteMs = 60_000;
/** How long an answer of the provider is valid. */
const rememberedMs = 10 * minuteMs;
/**
 * How often the portal asks the provider on behalf of one address in a minute: made-up sessions must not cause a
 * flood of calls.
 */
const maxQuestions = 30;

/** Knows the owners of sessions that the provider has confirmed. Each function rejects when its store fails. */
export interface SessionOwners {
  /** Returns the account key of a request's session cookie; undefined for none, and for unconfirmed ones. */
  recall: (request: Request) => Promise<string | undefined>;
  /** Like `recall`, but asks the provider about unknown sessions unless the address has caused too many questions. */
  ask: (request: Request) => Promise<string | undefined>;
  /** Remembers the owner of a session that the provider has just confirmed. */
  remember: (request: Pick<Request, 'headers'>, identityId: string) => Promise<void>;
}

/** The stores in which the owners of sessions are remembered, and whom to ask for them. */
export interface SessionOwnersOptions {
  /** COOKIE_SECRET. */
  secret: string;
  /** Knows the session cookie. */
  cookies: ProviderCookies;
  stores: LimitStores;
  /** Asks the provider for the identity of a request's session; undefined for none, or if it does not answer. */
  identityOf: (request: Request) => Promise<string | undefined>;
}

/** The remembered owner of a session that belongs to nobody. */
const nobody = '';

const ownerIn = (remembered: string | undefined): string | undefined =>
  remembered === nobody ? undefined : remembered;

/**
 * Creates the memory of session owners. Only sessions that the provider has confirmed count: otherwise anybody could
 * make up sessions, and appear as a new person in the limits with each. It stores the account, because one person can
 * begin any number of sessions.
 */
export function createSessionOwners({
  secret,
  cookies,
  stores,
  identityOf,
}: SessionOwnersOptions): SessionOwners {
  const keyOf = keysWith(secret);
  const owners = stores.memory('owners', rememberedMs);
  const questions = stores.counter('ownerQuestions', minuteMs);

  const sessionKey = ({ headers }: Pick<Request, 'headers'>): string | undefined => {
    const session = cookies.session(headers.cookie);
    return session === undefined ? undefined : keyOf('session', session);
  };
  const mayAsk = async ({ ip }: Request): Promise<boolean> =>
    (await questions.increment(addressKey(keyOf, ip))).totalHits <= maxQuestions;

  return {
    recall: async (request) => {
      const session = sessionKey(request);
      return session === undefined ? undefined : ownerIn(await owners.get(session));
    },
    ask: async (request) => {
      const session = sessionKey(request);
      if (session === undefined) return undefined;
      const remembered = await owners.get(session);
      if (remembered !== undefined || !(await mayAsk(request))) return ownerIn(remembered);
      const identity = await identityOf(request);
      const owner = identity === undefined ? nobody : keyOf('owner', identity);
      await owners.set(session, owner);
      return ownerIn(owner);
    },
    remember: async (request, identityId) => {
      const session = sessionKey(request);
      if (session !== undefined) await owners.set(session, keyOf('owner', identityId));
    },
  };
}
