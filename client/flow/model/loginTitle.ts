import type { LoginFlow } from '@ory/client';

/**
 * The catalogue key of the login card's title. If an application asks for a second factor, Kratos sets `refresh` as
 * well: the title then names the second factor, which covers both.
 */
export function loginTitle(flow: LoginFlow): string {
  const { refresh, requested_aal } = flow;
  if (refresh && !(requested_aal === 'aal2' && flow.oauth2_login_challenge)) return 'login.title.refresh';
  return requested_aal === 'aal2' ? 'login.title.aal2' : 'login.title';
}
