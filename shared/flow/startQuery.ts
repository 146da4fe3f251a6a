/** The parameters that a new flow inherits from the old one, in output order. */
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

/** Kratos skips a parameter with a bare semicolon, so it has never checked a `return_to` in one. */
const skipped = /(?:^|&)[^&;]*;[^&]*/g;

/**
 * Returns the parameters for restarting a flow, from the URLs with which the old one was requested. If several URLs
 * have a parameter, the first one counts. Empty parameters are left out.
 *
 * @param urls such as a flow's `request_url` and the page's own URL: absolute or a path; undefined ones are skipped
 */
export function startQuery(...urls: (string | undefined)[]): URLSearchParams {
  const queries = urls.map(
    (url) => new URLSearchParams(/^[^?#]*\?([^#]*)/.exec(url ?? '')?.[1]?.replace(skipped, '')),
  );
  const query = new URLSearchParams();
  for (const name of startParameters) {
    const value = queries.map((parameters) => parameters.get(name)).find(Boolean);
    if (value) query.set(name, value);
  }
  return query;
}
