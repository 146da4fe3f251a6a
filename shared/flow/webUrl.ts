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
