import { textIn } from '../../shared/fields.ts';
import { claimsIn } from '../http/jsonIn.ts';
import type { ConsentRequest } from '../provider/challenges.ts';

/**
 * Returns the values of `prompt` (OpenID Connect Core 1.0, section 3.1.2.1). Those of a request object take
 * precedence, as in Hydra. A posted body is ignored: Hydra itself forgets it as soon as the browser continues to a
 * page.
 *
 * @param requestUrl a challenge's `request_url`
 */
export function promptsOf(requestUrl: string | null | undefined): string[] {
  if (!requestUrl || !URL.canParse(requestUrl)) return [];
  const { searchParams } = new URL(requestUrl);
  const prompt =
    textIn(claimsIn(searchParams.get('request') ?? '').prompt) ?? searchParams.get('prompt') ?? '';
  return prompt.split(' ').filter(Boolean);
}

/** Whether an application wants an answer without any page. */
export const asksForNoPage = (requestUrl: string | null | undefined): boolean =>
  promptsOf(requestUrl).includes('none');

/**
 * Whether a device asks. Its user must always confirm: somebody else may have sent the code (RFC 8628, section 5.4).
 */
export const isForDevice = ({ request_url: url }: Pick<ConsentRequest, 'request_url'>): boolean =>
  !url || !URL.canParse(url) || new URL(url).pathname.endsWith('/oauth2/device/verify');
