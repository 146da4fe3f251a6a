/**
 * Checks that a URL is safe to redirect to: absolute http(s), or a path on this origin. Anything else (`javascript:`,
 * `data:`, `//host`, backslashes, control characters, a non-string, `bank.example@host`) is not.
 *
 * @returns the URL unchanged, or undefined
 */
export function webUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || /[\\\s\p{Cc}]/u.test(value)) return undefined;
  if (value.startsWith('/')) return value.startsWith('//') ? undefined : value;
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return undefined;
  const { username, password } = new URL(value);
  return username || password ? undefined : value;
}

/** Returns a URL that is safe as a link's target, a web, mail or phone URL, unchanged; undefined for any other. */
export const linkUrl = (value: unknown): string | undefined =>
  webUrl(value) ??
  (typeof value === 'string' && /^(mailto|tel):[^\\\s\p{Cc}]+$/iu.test(value) ? value : undefined);
