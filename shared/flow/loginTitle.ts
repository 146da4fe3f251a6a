import type { LoginFlow } from '@ory/client';

/** The catalogue key of the login card's title. */
export function loginTitle({ refresh, requested_aal }: LoginFlow): string {
  if (refresh) return 'login.title.refresh';
  return requested_aal === 'aal2' ? 'login.title.aal2' : 'login.title';
}
