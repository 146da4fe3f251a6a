import { passedChallenge } from '../../shared/flow/flowState.ts';
import type { Loader } from '../pages/loader.ts';
import { loadFlow } from './flowPage.ts';
import { linkTo, purposeOf } from '../urls/links.ts';

/** `GET /recovery`: recover an account by mail. */
export const recovery: Loader = async (visit) => {
  const loaded = await loadFlow('recovery', visit);
  if ('redirect' in loaded) return loaded;
  const { flow, notice, setCookie } = loaded;
  const purpose = purposeOf(flow, visit);
  // the user went back: Kratos still sends the form for the code
  if (flow.state === passedChallenge) return { redirect: linkTo('settings', purpose, visit), setCookie };
  const loginUrl = linkTo('login', purpose, visit);
  return { page: { name: 'recovery', props: { flow, ...(notice && { notice }), loginUrl } }, setCookie };
};
