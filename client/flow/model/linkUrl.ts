import { webUrl } from '../../../shared/flow/webUrl.ts';

/**
 * A URL that is safe as a link's target: a web URL, a mail address or a phone number.
 *
 * @param value what a provider's answer holds where a link's target is expected
 * @returns the URL unchanged, or undefined
 */
export const linkUrl = (value: unknown): string | undefined =>
  webUrl(value) ??
  (typeof value === 'string' && /^(mailto|tel):[^\\\s\p{Cc}]+$/iu.test(value) ? value : undefined);
