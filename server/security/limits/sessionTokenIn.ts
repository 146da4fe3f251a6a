/**
 * Returns the session token that an app gets when it signs in.
 *
 * @param body the body of an answer to a sign-in
 * @returns undefined if there is none
 */
export const sessionTokenIn = (body: Buffer | undefined): string | undefined =>
  body && /"session_token"\s*:\s*"([^"\\]+)"/.exec(body.toString())?.[1];
