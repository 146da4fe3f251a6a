/**
 * A URL that a browser may be sent to: absolute http(s), or a path on this origin. Anything else (`javascript:`, `data:`,
 * `//host`, backslashes, control characters, a non-string) is not one.
 *
 * @param value what a provider's answer holds where a URL is expected
 * @returns the URL as it was given
 */
export function webUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || /[\\\s\p{Cc}]/u.test(value)) return undefined;
  if (value.startsWith('/')) return value.startsWith('//') ? undefined : value;
  return /^https?:\/\//i.test(value) && URL.canParse(value) ? value : undefined;
}

/**
 * A URL that a link for people may lead to: a web URL, somebody to write to, or somebody to call.
 *
 * @param value what a provider's answer holds where a link's target is expected
 * @returns the URL as it was given
 */
export const linkUrl = (value: unknown): string | undefined =>
  webUrl(value) ??
  (typeof value === 'string' && /^(mailto|tel):[^\\\s\p{Cc}]+$/iu.test(value) ? value : undefined);
