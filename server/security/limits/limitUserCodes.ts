import type { Request, RequestHandler } from 'express';
import { limitRequests } from './limitRequests.ts';
import { addressKey, keysWith } from './keys.ts';
import type { SessionOwners } from './sessionOwners.ts';
import type { MakeStore } from './stores.ts';

const windowMs = 15 * 60_000;

/** How many wrong user codes may be tried within the window. */
const maxWrongCodes = { owner: 10, address: 30 };

/** The status of the page that reports a wrong code. */
const wrongCode = 400;

/**
 * Limits how many wrong device codes one signed-in person and one client address may try (RFC 8628, section 5.1). The
 * provider says whose session it is, because made-up sessions would allow unlimited tries. Right codes, and answers
 * that say nothing about the code, are not counted.
 *
 * @param options.secret COOKIE_SECRET
 * @param options.owners knows the owners of sessions
 * @param options.makeStore creates the store of each limit
 */
export function limitUserCodes({
  secret,
  owners,
  makeStore,
}: {
  secret: string;
  owners: Pick<SessionOwners, 'ask'>;
  makeStore: MakeStore;
}): RequestHandler[] {
  const keyOf = keysWith(secret);
  const ownerOf = new WeakMap<Request, string>();
  return [
    limitRequests({
      name: 'userCode-address',
      max: maxWrongCodes.address,
      windowMs,
      makeStore,
      keyOfRequest: ({ ip }) => addressKey(keyOf, ip),
      countsOnly: wrongCode,
    }),
    (request, _response, next) => {
      owners.ask(request).then((owner) => {
        if (owner !== undefined) ownerOf.set(request, owner);
        next();
      }, next);
    },
    limitRequests({
      name: 'userCode-owner',
      max: maxWrongCodes.owner,
      windowMs,
      makeStore,
      keyOfRequest: (request) => ownerOf.get(request),
      countsOnly: wrongCode,
    }),
  ];
}
