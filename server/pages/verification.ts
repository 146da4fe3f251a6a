import type { Loader } from './page.ts';
import { loadFlow } from './flowPage.ts';
import { pageUrl } from './pageUrl.ts';

/** `GET /verification`: prove that an address is one's own. */
export const verification: Loader = async (visit) => {
  const loaded = await loadFlow('verification', visit);
  if ('redirect' in loaded) return loaded;
  const { flow, notice, setCookie } = loaded;
  const signupUrl = pageUrl('/registration', { return_to: flow.return_to });
  return { page: { name: 'verification', props: { flow, ...(notice && { notice }), signupUrl } }, setCookie };
};
