import type { Loader } from './page.ts';
import { loadFlow } from './flowPage.ts';
import { pageUrl } from './pageUrl.ts';

/** `GET /recovery`: get back into an account by mail. */
export const recovery: Loader = async (visit) => {
  const loaded = await loadFlow('recovery', visit);
  if ('redirect' in loaded) return loaded;
  const { flow, notice, setCookie } = loaded;
  const loginUrl = pageUrl('/login', { return_to: flow.return_to });
  return { page: { name: 'recovery', props: { flow, ...(notice && { notice }), loginUrl } }, setCookie };
};
