import type { Request, RequestHandler } from 'express';
import { limitRequests } from './limitRequests.ts';
import { addressKey, keysWith } from './limits/keys.ts';
import type { SessionOwners } from './limits/sessionOwners.ts';
import type { MakeStore } from './limits/stores.ts';

const windowMs = 15 * 60_000;

/** How many wrong user codes may be tried within the window. */
const most = { owner: 10, address: 30 };

/** The status of the page that says that a code is wrong. */
const wrongCode = 400;

/**
 * Limits how many wrong codes of devices one signed-in person and one client address may try (RFC 8628, section 5.1). Whose
 * a session is, the provider says: made-up sessions and tokens would give anybody as many tries as they like. Codes that
 * are right, and answers that say nothing of the code, are not counted.
 *
 * @param options.secret COOKIE_SECRET
 * @param options.owners knows whose sessions are
 * @param options.makeStore makes the store of each limit
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
      max: most.address,
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
      max: most.owner,
      windowMs,
      makeStore,
      keyOfRequest: (request) => ownerOf.get(request),
      countsOnly: wrongCode,
    }),
  ];
}
