import type { LoginFlow } from '@ory/client';

/**
 * The catalogue key of the login card's title. An application that asks for a second factor has the provider ask for a fresh
 * sign-in, too: the second factor is both.
 */
export function loginTitle(flow: LoginFlow): string {
  const { refresh, requested_aal } = flow;
  if (refresh && !(requested_aal === 'aal2' && flow.oauth2_login_challenge)) return 'login.title.refresh';
  return requested_aal === 'aal2' ? 'login.title.aal2' : 'login.title';
}
