import { ownSessions } from '../provider/ownSessions.ts';
import { loadFlow } from './flowPage.ts';
import type { Loader } from './page.ts';

/** `GET /settings`: manage the account that one is signed in to. */
export const settings: Loader = async (visit) => {
  const [loaded, sessions] = await Promise.all([loadFlow('settings', visit), ownSessions(visit)]);
  if ('redirect' in loaded) return loaded;
  const { flow, notice, setCookie } = loaded;
  const props = { flow, ...(notice && { notice }), logoutUrl: '/logout', ...(sessions && { sessions }) };
  return { page: { name: 'settings', props }, setCookie };
};
