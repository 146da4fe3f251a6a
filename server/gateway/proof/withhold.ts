import { fieldsOf } from '../../../shared/fields.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';
import { addressNotVerified, flowOver } from '../../http/errors.ts';
import { upstreamFailed } from '../../http/upstreamErrors.ts';
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

/** The answer that replaces one with a session, and what is known about that session. */
interface Withheld {
  answer: HeldAnswer;
  /** The id of the session's account; undefined if the session has already ended. */
  account?: string | undefined;
  /** Whether a browser would have received it, rather than an app. */
  isBrowsers: boolean;
}

/**
 * Withholds the session of an account that has addresses, none of which is verified, whatever the provider's hooks
 * do: the session ends, and the answer leads to the verification. Returns undefined for any other answer, and if
 * verification is turned off in the provider, because then nobody could prove an address.
 *
 * A session that has ended with the others of its account is withheld as well: while a second factor is pending, the
 * provider does not distinguish it from a stranger's. The answer then leads to the sign-in.
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

  /** Redirects to another page instead of handing over a session. @param error what an app gets instead */
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

  /**
   * Finds the account that a form names, if it is unproved: its new session reveals nothing before the second factor
   * is given.
   */
  const namedUnproved = async (form: FlowForm | undefined): Promise<string | undefined> => {
    const [identifier] = form?.fields.get(nodeName.identifier) ?? [];
    const account = identifier ? await identities?.find(identifier.trim().toLowerCase()) : undefined;
    const isNamed =
      account && addressesOf(account, true).length === 0 && addressesOf(account, false).length > 0;
    return isNamed ? account.id : undefined;
  };

  /** Whether addresses can be verified; Kratos answers 400 if `selfservice.flows.verification` is not enabled. */
  const canVerify = async (): Promise<boolean> =>
    (await kratos.answer(frontendRequests.createNativeVerificationFlow())).status !== 400;

  return async (answer, form, hasEnded) => {
    const credentials = newSession(answer, cookies);
    const session = credentials && (await kratos.whoami(credentials));
    if (!credentials || session === undefined) return undefined;
    const isBrowsers = 'Cookie' in credentials;
    if (session === 'none') {
      // the session's owner is unknown
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
