import { classify } from '../../shared/flow/classify.ts';
import { asksCode, isStepUp, passedChallenge } from '../../shared/flow/flowState.ts';
import { needsNewCode } from '../../shared/flow/messages.ts';
import type { Flow } from '../../shared/page.ts';
import type { Visit } from '../pages/loader.ts';
import type { BrowserCookies } from '../security/cookies/browserCookies.ts';
import { fetchFlow } from '../upstreams/flows.ts';
import { pageUrl } from '../urls/paths.ts';

const challengeOf = (flow: Flow): unknown =>
  'oauth2_login_challenge' in flow ? (flow.oauth2_login_challenge ?? '') : '';

/**
 * Returns where the code is entered that this browser has had mailed last, if its page has been closed and still takes it.
 *
 * @param shown the flow in place of which it is offered; undefined on a page of another kind
 */
export async function codeUrl(
  kind: 'login' | 'recovery' | 'verification',
  shown: Flow | undefined,
  { cookie, kratos }: Visit,
  { awaitedCode }: Pick<BrowserCookies, 'awaitedCode'>,
): Promise<{ codeUrl?: string }> {
  const awaited = awaitedCode.read(cookie);
  if (awaited?.kind !== kind || (shown && (asksCode(shown) || isStepUp(shown)))) return {};
  const found = classify(kind, await kratos.answer(fetchFlow[kind](awaited.flow), { cookie }));
  if (found.kind !== 'flow' || found.flow.type === 'api' || needsNewCode(found.flow)) return {};
  const { flow } = found;
  if (!asksCode(flow) || isStepUp(flow) || flow.state === passedChallenge) return {};
  // not another application's sign-in
  if (shown && challengeOf(flow) !== challengeOf(shown)) return {};
  return { codeUrl: pageUrl(`/${kind}`, { flow: flow.id }) };
}
