import express, { type RequestHandler } from 'express';
import { fieldsOf, textIn } from '../../shared/fields.ts';

/** Where Hydra asks: its `oauth2.refresh_token_hook`. */
export const refreshHookPath = '/hooks/refresh-token';

const dayMs = 24 * 60 * 60_000;
/** The largest body that is read: larger than any session that Hydra describes. */
const sizeLimit = '256kb';

/** When the user of a token signed in, in milliseconds since 1970; undefined for what cannot be read. */
function signedInAt(body: unknown): number | undefined {
  const { id_token_claims: claims } = fieldsOf(fieldsOf(fieldsOf(body).session).id_token);
  const time = Date.parse(textIn(fieldsOf(claims).auth_time) ?? '');
  // Go writes a time that is not set as that of the year 1
  return time > 0 ? time : undefined;
}

/**
 * Answers Hydra whether a refresh token may be used: 204, or 403 where its sign-in is too old. Hydra itself counts a
 * token's lifetime anew each time that it is replaced. The answer follows from the question alone, so anybody may ask.
 *
 * @param maxDays how many days after the sign-in; 0 for ever
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
