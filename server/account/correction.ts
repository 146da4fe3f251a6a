import { textIn, type Fields } from '../../shared/fields.ts';
import { classify } from '../../shared/flow/classify.ts';
import { unverifiedIn } from '../../shared/flow/messages.ts';
import type { Visit } from '../pages/loader.ts';
import { fetchFlow } from '../upstreams/flows.ts';
import type { BrowserCookies } from '../security/cookies/browserCookies.ts';
import type { TypedFields } from '../security/cookies/pageCookies.ts';

/** A sign-up that is made again because its address was mistyped. */
interface Correction {
  /** What was typed into it. */
  typed?: TypedFields | undefined;
  /** The wrong address, if it has an account. */
  address?: string | undefined;
  /** Whether it has an account. */
  hasAccount?: boolean;
  /** The social account that is linked to it, such as `oidc.google`. */
  social?: string | undefined;
}

/**
 * Returns what a refused sign-in says of an account whose address is not verified.
 *
 * @param typed the address that was typed there
 */
async function refusalOf(
  flow: string,
  { kratos, cookie }: Visit,
  { lasting }: BrowserCookies,
  typed: string | undefined,
): Promise<Fields> {
  const kept = lasting.read(cookie);
  if (kept?.flow === flow) return unverifiedIn({ ui: kept });
  // with a social account, the page has kept the message; with a passkey and scripts, only the provider has it
  if (typed !== undefined) return {};
  const outcome = classify('login', await kratos.answer(fetchFlow.login(flow), { cookie }));
  // an app's flow can be anybody's
  return outcome.kind === 'flow' && outcome.flow.type !== 'api' ? unverifiedIn(outcome.flow) : {};
}

/**
 * Returns what is corrected, which `correct` names: a sign-up that waits for a mailed code, the verification that followed one,
 * or a sign-in that was refused because the address is not verified.
 */
export async function correctionIn(
  visit: Visit,
  cookies: BrowserCookies,
  last: ReturnType<BrowserCookies['signUp']['read']>,
): Promise<Correction> {
  const { query, cookie } = visit;
  const { typedFields, flowAddress } = cookies;
  const flow = query.get('correct');
  if (flow === null) return {};
  const typed = typedFields.read(cookie, flow);
  if (flow === last?.flow) return { typed, address: last.address, hasAccount: true, social: last.method };
  if (typed) return { typed };
  const known = flowAddress.read(cookie, flow);
  const refused = await refusalOf(flow, visit, cookies, known);
  const address = known ?? textIn(refused.unverified);
  if (address === undefined) return {};
  return { address, hasAccount: true, social: textIn(refused.service) };
}
