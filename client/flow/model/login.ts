import type { LoginFlow } from '@ory/client';
import { startQuery } from '../../../shared/flow/startQuery.ts';
import { withQuery } from '../../../shared/flow/pagePath.ts';
import type { Flow } from '../../../shared/page.ts';

/**
 * Returns the catalogue key of the login card's title. If an application asks for a second factor, Kratos sets
 * `refresh` as well: the title then names the second factor, which covers both.
 */
export function loginTitle(flow: LoginFlow): string {
  const { refresh, requested_aal } = flow;
  if (refresh && !(requested_aal === 'aal2' && flow.oauth2_login_challenge)) return 'login.title.refresh';
  return requested_aal === 'aal2' ? 'login.title.aal2' : 'login.title';
}

/** Returns the URL at which a sign-in starts again without the remembered account. */
export function forgetUrl({ request_url }: Flow): string {
  const query = startQuery(request_url);
  query.set('forget', 'true');
  return withQuery('/login', query);
}
