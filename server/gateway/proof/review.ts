import type { IncomingHttpHeaders } from 'node:http';
import { passedChallenge } from '../../../shared/flow/flowState.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';
import { flowOver } from '../../http/errors.ts';
import { submittedFlow } from '../../urls/paths.ts';
import type { Identities, StoredIdentity } from '../../provider/identities.ts';
import { createAskingApplication } from '../../security/cookies/askingApplication.ts';
import { readFields } from '../../security/limits/formFields.ts';
import { createSignUpCookie } from '../../security/cookies/signUpCookie.ts';
import type { Call } from '../forward/exchange.ts';
import type { HeldAnswer } from '../forward/heldAnswer.ts';
import { openedVerification, replaced, toPage, withCookies } from './answers.ts';
import { askForOutcome } from './askForOutcome.ts';
import { predatesAddress } from './predatesAddress.ts';
import { presentedIn } from './presented.ts';
import type { ReviewedCall, ReviewOptions } from './reviewedCall.ts';
import { createSettleProof } from './settleProof.ts';
import { accountsWith, flowOf, isProof, isUnproved, provedAddresses, type FlowForm } from './suspects.ts';
import { createWithhold } from './withhold.ts';
import { acceptsHtml } from '../../http/requestHead.ts';

/**
 * Makes a call, and ensures that a proved address benefits only the person who proved it. Returns the answer to
 * forward.
 *
 * @throws PortalError 502 if that could not be ensured
 */
export type Review = (reviewed: ReviewedCall) => Promise<HeldAnswer>;

function formOf(
  { operation, query }: Call,
  headers: IncomingHttpHeaders,
  body: Buffer,
): FlowForm | undefined {
  const kind = submittedFlow(operation.path);
  if (!kind) return undefined;
  const fields = readFields(query, body, headers['content-type']);
  return { kind, flow: fields.get('flow')?.[0] ?? '', fields };
}

/** An empty answer of the portal itself, to fill in. */
const empty: HeldAnswer = { statusCode: 303, headers: {}, rawHeaders: [], body: Buffer.alloc(0) };

/** Whether a browser without scripts submits a form or follows a link. */
const isNavigation = ({ call, headers }: ReviewedCall): boolean =>
  call.operation.method === 'GET' || acceptsHtml(headers);

/** Creates the review of all calls that may sign somebody in or prove an address. */
export function createReview(options: ReviewOptions): Review {
  const { identities, cookies, portalUrl } = options;
  const signUp = createSignUpCookie(options);
  const askingApplication = createAskingApplication(options);
  const withhold = createWithhold(options);
  const settleProof = identities && createSettleProof({ ...options, signUp }, identities);

  /**
   * Remembers the account of which the browser has presented a credential, if the answer says that its address must
   * be verified.
   *
   * @param form undefined for the way back from a social provider
   */
  const remember = async (
    answer: HeldAnswer,
    form: FlowForm | undefined,
    { sent, send }: ReviewedCall,
  ): Promise<string | undefined> => {
    // apps have no cookies
    if (!identities || cookies.forUpstream(sent.cookie, 'kratosPublic') === undefined) return undefined;
    const presented = await presentedIn(answer, form, { sent, send, identities, portalUrl });
    return presented && signUp.keep(presented);
  };

  /**
   * Returns the accounts that a form may sign in to, or prove an address of; undefined if that cannot be known.
   * Kratos v1.3.1 does not say whose address is verified by a flow that it opened itself, and no version says whose
   * address a link's token verifies in another browser.
   */
  const findAccounts = async (
    form: FlowForm,
    admin: Identities,
    { headers, sent, send }: ReviewedCall,
  ): Promise<StoredIdentity[] | undefined> => {
    const shown = await provedAddresses(form, { headers: sent, send });
    if (shown.length > 0 || form.kind !== 'verification') return accountsWith(shown, admin);
    // a session proves nothing here: its owner may have followed a link for a stranger's account
    const presented = signUp.read(headers.cookie);
    if (presented?.flow !== form.flow) return undefined;
    // unknown after a social sign-up with v1.3.1; an account that this browser created must lose nothing
    return presented.account === undefined ? [] : [await admin.get(presented.account)];
  };

  /**
   * Redirects to the verification if it is over, because another tab has sent the code; otherwise to a new one in this
   * browser, with the address to verify.
   */
  const verifyHere = async (form: FlowForm, reviewed: ReviewedCall): Promise<HeldAnswer> => {
    const { state } = await flowOf(form, reviewed.sent, reviewed.send);
    const query: Record<string, string> =
      state === passedChallenge
        ? { flow: form.flow }
        : { elsewhere: form.fields.has(nodeName.token) ? 'link' : 'true' };
    const next = `${portalUrl}/verification?${new URLSearchParams(query).toString()}`;
    return isNavigation(reviewed)
      ? replaced(empty, { statusCode: 303, location: next })
      : toPage(empty, next);
  };

  /** Starts a sign-in again. @throws PortalError 410 for scripts and apps, which do so themselves */
  const startOver = (reviewed: ReviewedCall): HeldAnswer => {
    if (isNavigation(reviewed)) return replaced(empty, { statusCode: 303, location: `${portalUrl}/login` });
    throw flowOver();
  };

  return async (reviewed) => {
    const { call, headers, body } = reviewed;
    const form = formOf(call, headers, body);
    let accounts: StoredIdentity[] = [];
    if (form && identities && isProof(form, call.operation.method)) {
      const found = await findAccounts(form, identities, reviewed);
      if (!found) return verifyHere(form, reviewed);
      accounts = found;
    }
    if (form?.kind === 'login' && (await predatesAddress(accounts, form, reviewed)))
      return startOver(reviewed);
    const suspects = accounts.filter(isUnproved);
    const isTyped = form?.kind === 'verification' && call.operation.method === 'POST' && suspects.length > 0;
    let outcome: HeldAnswer;
    let answer: HeldAnswer;
    try {
      if (form && isTyped) {
        const applicationWaits = askingApplication.read(headers.cookie) !== undefined;
        ({ outcome, answer } = await askForOutcome(form, reviewed, { portalUrl, applicationWaits }));
      } else outcome = answer = await reviewed.ask();
    } catch (cause) {
      if (form) await settleProof?.(suspects, form, reviewed, undefined);
      throw cause;
    }
    // settling a proof adds cookies, and ends the account's other sessions
    const added = (form && (await settleProof?.(suspects, form, reviewed, outcome))) ?? [];
    const withheld = await withhold(answer, form, added.length > 0);
    const isSignUp = form?.kind !== 'verification' && form?.kind !== 'recovery';
    if (!withheld)
      return withCookies(answer, [...added, isSignUp ? await remember(answer, form, reviewed) : undefined]);
    const { flow } = openedVerification(answer, portalUrl) ?? {};
    const { account } = withheld;
    const remembers = isSignUp && withheld.isBrowsers && account !== undefined;
    return withCookies(withheld.answer, [...added, remembers ? signUp.keep({ flow, account }) : undefined]);
  };
}
