/** The values of a parameter that separates them by spaces, like `scope` (RFC 6749, section 3.3); none if it is absent. */
export const words = (text: unknown): string[] =>
  typeof text === 'string' ? text.split(' ').filter(Boolean) : [];

/** The query parameters that lead on from an accepted or rejected challenge. */
export const verifierNames = ['device_verifier', 'login_verifier', 'consent_verifier'] as const;

/** Adds a verifier to the URL of an authorization request, in place of an earlier one and without the user code. */
export function withVerifier(
  requestUrl: string,
  name: (typeof verifierNames)[number],
  value: string,
): string {
  const url = new URL(requestUrl);
  for (const earlier of verifierNames) url.searchParams.delete(earlier);
  if (url.searchParams.has('user_code')) url.searchParams.set('user_code', '****');
  url.searchParams.set(name, value);
  return url.href;
}

/** The values of the `prompt` parameter (OpenID Connect Core 1.0, section 3.1.2.1). */
export const promptsOf = (url: string): string[] => words(new URL(url).searchParams.get('prompt'));
