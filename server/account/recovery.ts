import type { Loader } from '../pages/page.ts';
import { loadFlow } from './flowPage.ts';
import { linkTo, purposeOf } from '../pages/links.ts';

/** `GET /recovery`: recover an account by mail. */
export const recovery: Loader = async (visit) => {
  const loaded = await loadFlow('recovery', visit);
  if ('redirect' in loaded) return loaded;
  const { flow, notice, setCookie } = loaded;
  const loginUrl = linkTo('login', purposeOf(flow, visit), visit);
  return { page: { name: 'recovery', props: { flow, ...(notice && { notice }), loginUrl } }, setCookie };
};
