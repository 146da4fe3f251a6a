import express, { type RequestHandler } from 'express';
import { fieldsOf, textIn } from '../../shared/fields.ts';

/** The path that Hydra calls: its `oauth2.refresh_token_hook`. */
export const refreshHookPath = '/hooks/refresh-token';

const dayMs = 24 * 60 * 60_000;
/** The largest body to read: larger than any session that Hydra describes. */
const sizeLimit = '256kb';

/** Returns when the user of a token signed in, in milliseconds since 1970; undefined for an unreadable body. */
function signedInAt(body: unknown): number | undefined {
  const { id_token_claims: claims } = fieldsOf(fieldsOf(fieldsOf(body).session).id_token);
  const time = Date.parse(textIn(fieldsOf(claims).auth_time) ?? '');
  // Go writes an unset time as the year 1
  return time > 0 ? time : undefined;
}

/**
 * Tells Hydra whether a refresh token may be used: 204, or 403 if its sign-in is too old. Hydra itself restarts a
 * token's lifetime each time that it is replaced. The answer depends only on the question, so anybody may ask.
 *
 * @param maxDays how many days after the sign-in; 0 for no limit
 * @see https://www.ory.com/docs/hydra/guides/claims-at-refresh
 */
export const refreshHook = (maxDays: number): RequestHandler[] => [
  express.json({ limit: sizeLimit, inflate: false }),
  ({ body }, response) => {
    const since = signedInAt(body);
    const isCurrent = maxDays === 0 || (since !== undefined && Date.now() - since < maxDays * dayMs);
    response.status(isCurrent ? 204 : 403).end();
  },
];
