import { fieldsOf } from '../../../shared/fields.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';
import { addressNotVerified, flowOver, upstreamFailed } from '../../http/errors.ts';
import type { PortalError } from '../../http/PortalError.ts';
import { addressesOf } from '../../provider/identities.ts';
import type { AdminSession, SessionCredentials } from '../../provider/kratos.ts';
import { frontendRequests } from '../../provider/requests.ts';
import type { HeldAnswer } from '../forward/heldAnswer.ts';
import { isRedirect, newSession, openedVerification, replaced, toPage, withoutSession } from './answers.ts';
import type { ReviewOptions } from './reviewedCall.ts';
import type { FlowForm } from './suspects.ts';

/** Whether an account has addresses, and none of them is verified. */
const hasOnlyUnproved = ({ identity }: AdminSession): boolean =>
  (identity.verifiable_addresses?.length ?? 0) > 0 &&
  identity.verifiable_addresses?.every(({ verified }) => !verified) === true;

/** The answer in place of one that would hand over a session, and what is known of that session. */
interface Withheld {
  answer: HeldAnswer;
  /** Its account's id; undefined if the session has ended already. */
  account?: string | undefined;
  /** Whether a browser would have got it, rather than an app. */
  isBrowsers: boolean;
}

/**
 * Withholds the session of an account that has addresses, none of which is verified, whatever the provider's hooks do: the
 * session ends, and the answer leads to the verification. Returns undefined for any other answer, and where the provider has
 * its verification turned off, because nobody could then prove an address.
 *
 * A session that has ended with the others of its account is withheld as well: where a second factor is left to give, the
 * provider does not tell it from a stranger's. The answer leads to the sign-in.
 *
 * @param hasEnded whether the sessions of the account have just ended
 * @throws PortalError 502 if the provider does not say whose session it is
 */
export type Withhold = (
  answer: HeldAnswer,
  form: FlowForm | undefined,
  hasEnded: boolean,
) => Promise<Withheld | undefined>;

/** Creates the function that withholds sessions. */
export function createWithhold({
  kratos,
  identities,
  cookies,
  portalUrl,
}: Pick<ReviewOptions, 'kratos' | 'identities' | 'cookies' | 'portalUrl'>): Withhold {
  const endSession = async (credentials: SessionCredentials): Promise<void> => {
    if ('X-Session-Token' in credentials) {
      const token = credentials['X-Session-Token'];
      await kratos.answer(frontendRequests.performNativeLogout({ session_token: token }));
      return;
    }
    const { Cookie: cookie } = credentials;
    const { body } = await kratos.answer(frontendRequests.createBrowserLogoutFlow(), { cookie });
    const { logout_token: token } = fieldsOf(body);
    if (typeof token === 'string') await kratos.answer(frontendRequests.updateLogoutFlow(token), { cookie });
  };

  /** Leads to another page instead of handing over a session. @param error what an app gets instead */
  const leadTo = (
    url: string,
    answer: HeldAnswer,
    { credentials, error }: { credentials: SessionCredentials; error: PortalError },
  ): HeldAnswer => {
    const kept = withoutSession(answer, cookies);
    if ('X-Session-Token' in credentials)
      return replaced(kept, { statusCode: error.status, json: error.toJson() });
    return isRedirect(answer) ? replaced(kept, { statusCode: 303, location: url }) : toPage(kept, url);
  };

  /** The account that a form names, if it is unproved: its new session shows nothing before the second factor is given. */
  const namedUnproved = async (form: FlowForm | undefined): Promise<string | undefined> => {
    const [identifier] = form?.fields.get(nodeName.identifier) ?? [];
    const account = identifier ? await identities?.find(identifier.trim().toLowerCase()) : undefined;
    const isNamed =
      account && addressesOf(account, true).length === 0 && addressesOf(account, false).length > 0;
    return isNamed ? account.id : undefined;
  };

  /** Whether addresses can be verified; Kratos answers 400 where `selfservice.flows.verification` is not enabled. */
  const canVerify = async (): Promise<boolean> =>
    (await kratos.answer(frontendRequests.createNativeVerificationFlow())).status !== 400;

  return async (answer, form, hasEnded) => {
    const credentials = newSession(answer, cookies);
    const session = credentials && (await kratos.whoami(credentials));
    if (!credentials || session === undefined) return undefined;
    const isBrowsers = 'Cookie' in credentials;
    if (session === 'none') {
      // whose it is cannot be known
      if (!hasEnded) throw upstreamFailed();
      return {
        answer: leadTo(`${portalUrl}/login`, answer, { credentials, error: flowOver() }),
        isBrowsers,
      };
    }
    const account =
      session === 'secondFactor'
        ? await namedUnproved(form)
        : hasOnlyUnproved(session)
          ? session.identity.id
          : undefined;
    if (account === undefined) return undefined;
    const opened = openedVerification(answer, portalUrl);
    if (!opened && !(await canVerify())) return undefined;
    await endSession(credentials);
    const url = `${portalUrl}/verification${opened ? `?flow=${encodeURIComponent(opened.flow)}` : ''}`;
    return {
      answer: leadTo(url, answer, { credentials, error: addressNotVerified(opened) }),
      account,
      isBrowsers,
    };
  };
}
