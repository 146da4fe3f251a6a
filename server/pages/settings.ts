import type { Loader } from './page.ts';
import { loadFlow } from './flowPage.ts';

/** `GET /settings`: manage the account that one is signed in to. */
export const settings: Loader = async (visit) => {
  const loaded = await loadFlow('settings', visit);
  if ('redirect' in loaded) return loaded;
  const { flow, notice, setCookie } = loaded;
  const props = { flow, ...(notice && { notice }), logoutUrl: '/logout' };
  return { page: { name: 'settings', props }, setCookie };
};
