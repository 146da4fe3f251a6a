/** The parameters that a new flow needs to stand for the old one, in the order in which they are written. */
const startParameters = [
  'return_to',
  'after_verification_return_to',
  'login_challenge',
  'organization',
  'identity_schema',
  'aal',
  'refresh',
  'via',
] as const;

/** Kratos skips a parameter with a bare semicolon, so it has never checked an address to return to that is in one. */
const skipped = /[^&]*;[^&]*/g;

/**
 * What to start a flow again with: the start parameters of the URLs in which the old one was asked for. Where more than
 * one URL holds a parameter, the first one counts. Empty parameters are left out.
 *
 * @param urls a flow's `request_url`, the page's own URL; absolute or a path, with the query; undefined ones are skipped
 */
export function startQuery(...urls: (string | undefined)[]): URLSearchParams {
  const queries = urls.map(
    (url) => new URLSearchParams(/^[^?#]*\?([^#]*)/.exec(url ?? '')?.[1]?.replace(skipped, '')),
  );
  const query = new URLSearchParams();
  for (const name of startParameters) {
    const value = queries.map((given) => given.get(name)).find(Boolean);
    if (value) query.set(name, value);
  }
  return query;
}
