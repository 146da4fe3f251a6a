import type { RequestHandler } from 'express';
import { limitRequests } from './limitRequests.ts';
import { addressKey, keysWith } from './limits/keys.ts';
import { sessionsIn } from './limits/sessions.ts';
import type { MakeStore } from './limits/stores.ts';
import type { ProviderCookies } from './providerCookies.ts';

const windowMs = 15 * 60_000;

/** How many user codes may be tried within the window. */
const most = { session: 10, address: 30 };

/**
 * Limits how many codes of devices one session and one client address may try (RFC 8628, section 5.1).
 *
 * @param options.secret COOKIE_SECRET
 * @param options.makeStore makes the store of each limit
 */
export function limitUserCodes({
  secret,
  cookies,
  makeStore,
}: {
  secret: string;
  cookies: ProviderCookies;
  makeStore: MakeStore;
}): RequestHandler[] {
  const keyOf = keysWith(secret);
  return [
    limitRequests({
      name: 'userCode-address',
      max: most.address,
      windowMs,
      makeStore,
      keyOfRequest: ({ ip }) => addressKey(keyOf, ip),
    }),
    limitRequests({
      name: 'userCode-session',
      max: most.session,
      windowMs,
      makeStore,
      keyOfRequest: ({ headers }) => {
        const [session] = sessionsIn(headers, cookies);
        return session === undefined ? undefined : keyOf('session', session);
      },
    }),
  ];
}
