import { isExact } from '../../shared/exactJson.ts';
import { textIn } from '../../shared/fields.ts';
import { claimsIn } from '../http/jsonIn.ts';
import type { ConsentRequest } from '../upstreams/challenges.ts';

/**
 * Returns a parameter of an authorization request. That of a request object takes precedence (OpenID Connect Core 1.0,
 * section 6.1), as in Hydra. A posted body is ignored: Hydra itself forgets it as soon as the browser continues to a
 * page.
 *
 * @param requestUrl a challenge's `request_url`
 */
export function parameterOf(requestUrl: string | null | undefined, name: string): string | undefined {
  if (!requestUrl || !URL.canParse(requestUrl)) return undefined;
  const { searchParams } = new URL(requestUrl);
  const value = claimsIn(searchParams.get('request') ?? '')[name];
  const number = isExact(value) ? value.rawJSON : typeof value === 'number' ? String(value) : undefined;
  return textIn(value) ?? number ?? searchParams.get(name) ?? undefined;
}

/** Returns the values of a request's `prompt` (OpenID Connect Core 1.0, section 3.1.2.1). */
export const promptsOf = (requestUrl: string | null | undefined): string[] =>
  (parameterOf(requestUrl, 'prompt') ?? '').split(' ').filter(Boolean);

/** Whether an application wants an answer without any page. */
export const asksForNoPage = (requestUrl: string | null | undefined): boolean =>
  promptsOf(requestUrl).includes('none');

/**
 * Whether a device asks. Its user must always confirm: somebody else may have sent the code (RFC 8628, section 5.4).
 */
export const isForDevice = ({ request_url: url }: Pick<ConsentRequest, 'request_url'>): boolean =>
  !url || !URL.canParse(url) || new URL(url).pathname.endsWith('/oauth2/device/verify');
