import type { IncomingHttpHeaders } from 'node:http';
import { objectsIn, fieldsOf } from '../../../shared/fields.ts';
import { addressNotVerified } from '../../../shared/flow/messageId.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';
import { submittedFlow } from '../../pages/submittedFlow.ts';
import type { Identities, StoredIdentity } from '../../provider/identities.ts';
import type { Kratos } from '../../provider/kratos.ts';
import { createAskingApplication } from '../../security/askingApplication.ts';
import { readFields } from '../../security/limits/formFields.ts';
import type { ProviderCookies } from '../../security/providerCookies.ts';
import { createSignUpCookie } from '../../security/signUpCookie.ts';
import type { Call } from '../forward/exchange.ts';
import type { HeldAnswer } from '../forward/heldAnswer.ts';
import { fieldsIn, isRedirect, openedVerification, replaced, toPage, withCookies } from './answers.ts';
import { askForOutcome } from './askForOutcome.ts';
import { credentialsIn } from './credentialsIn.ts';
import { createSettleProof } from './settleProof.ts';
import { flowOf, isProof, provedAddresses, unprovedAmong, type FlowForm, type Send } from './suspects.ts';
import { createWithhold } from './withhold.ts';

export interface ReviewOptions {
  kratos: Kratos;
  /** Kratos' admin API; without it no credential can be ended. */
  identities: Identities | undefined;
  cookies: ProviderCookies;
  /** COOKIE_SECRET. */
  secret: string;
  /** The portal's own origin. */
  portalUrl: string;
}

/** A call that may sign somebody in or prove an address. */
export interface ReviewedCall {
  call: Call;
  /** The browser's headers. */
  headers: IncomingHttpHeaders;
  /** Those that the upstream gets. */
  sent: IncomingHttpHeaders;
  body: Buffer;
  /** Makes the call itself. @param changed headers to send in place of the browser's */
  ask: (changed?: IncomingHttpHeaders) => Promise<HeldAnswer>;
  /** Makes further calls of the same upstream. */
  send: Send;
}

/**
 * Makes a call, and ensures that a proved address helps nobody but the person who proved it. Returns the answer to pass on.
 *
 * @throws PortalError 502 if that could not be ensured
 */
export type Review = (reviewed: ReviewedCall) => Promise<HeldAnswer>;

/** Whether Kratos 1.3.1 says in a sign-in that the password is right and no address of the account verified. */
const saysUnverified = (flow: ReturnType<typeof fieldsIn>): boolean =>
  objectsIn(fieldsOf(flow.ui).messages).some(({ id }) => id === addressNotVerified);

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

/** Whether a browser without scripts submits a form or follows a link. */
const isNavigation = ({ call, headers }: ReviewedCall): boolean =>
  call.operation.method === 'GET' || headers.accept?.includes('text/html') === true;

/** The texts of a sign-up's traits that look like addresses. */
const traitAddresses = ({ fields }: FlowForm): string[] =>
  [...fields]
    .flatMap(([name, values]) => (name.startsWith('traits') ? values : []))
    .map((value) => value.trim().toLowerCase())
    .filter((value) => value.includes('@'));

/** Creates the review of all calls that may sign somebody in or prove an address. */
export function createReview(options: ReviewOptions): Review {
  const { kratos, identities, cookies, portalUrl } = options;
  const signUp = createSignUpCookie(options);
  const askingApplication = createAskingApplication(options);
  const withhold = createWithhold(options);
  const settleProof = identities && createSettleProof({ ...options, signUp }, identities);

  /**
   * What the browser has presented the credential for, if the answer says that the address is to be verified.
   *
   * @param form undefined for the way back from a social provider
   */
  const presentedIn = async (
    answer: HeldAnswer,
    form: FlowForm | undefined,
    { sent, send }: ReviewedCall,
  ): Promise<string | undefined> => {
    // apps have no cookies
    if (cookies.forUpstream(sent.cookie, 'kratosPublic') === undefined) return undefined;
    const opened = openedVerification(answer, portalUrl);
    if (opened)
      return signUp.keep({
        flow: opened.flow,
        addresses: opened.address ? [opened.address] : form ? traitAddresses(form) : [],
      });
    if (form?.kind !== 'login' || !form.fields.has(nodeName.password)) return undefined;
    const flow = isRedirect(answer) ? await flowOf(form, sent, send) : fieldsIn(answer);
    const identifiers = (form.fields.get(nodeName.identifier) ?? []).map((one) => one.trim().toLowerCase());
    return saysUnverified(flow) ? signUp.keep({ addresses: identifiers }) : undefined;
  };

  /** What the browser itself tells of the account whose address it verifies, by its sign-up or its session; undefined if nothing. */
  const ownAddresses = async (
    form: FlowForm,
    headers: IncomingHttpHeaders,
  ): Promise<readonly string[] | undefined> => {
    const presented = signUp.read(headers.cookie);
    // none after a social sign-up with v1.3.1: nothing of an account that this browser has made itself is to end
    if (presented?.flow === form.flow) return presented.addresses;
    const credentials = credentialsIn(headers, cookies);
    const session = credentials && (await kratos.whoami(credentials));
    if (typeof session !== 'object') return undefined;
    const unproved = (session.identity.verifiable_addresses ?? []).filter(({ verified }) => !verified);
    return unproved.length > 0 ? unproved.map(({ value }) => value) : undefined;
  };

  /**
   * The accounts of which a form may prove an address; undefined if that cannot be known. Kratos v1.3.1 does not tell
   * whose address a flow verifies that it opened itself, nor any Kratos whose address the token of a link verifies in another
   * browser.
   */
  const findSuspects = async (
    form: FlowForm,
    admin: Identities,
    { headers, sent, send }: ReviewedCall,
  ): Promise<StoredIdentity[] | undefined> => {
    const shown = await provedAddresses(form, { headers: sent, send });
    const isKnown = shown.length > 0 || form.kind !== 'verification';
    const addresses = isKnown ? shown : await ownAddresses(form, headers);
    return addresses && unprovedAmong(addresses, admin);
  };

  /** Leads to a verification that is begun in this browser, with the address that is to be verified. */
  const verifyHere = (reviewed: ReviewedCall): HeldAnswer => {
    const next = `${portalUrl}/verification?elsewhere=true`;
    const empty = { statusCode: 303, headers: {}, rawHeaders: [], body: Buffer.alloc(0) };
    return isNavigation(reviewed)
      ? replaced(empty, { statusCode: 303, location: next })
      : toPage(empty, next);
  };

  return async (reviewed) => {
    const { call, headers, body } = reviewed;
    const form = formOf(call, headers, body);
    const suspects =
      form && identities && isProof(form, call.operation.method)
        ? await findSuspects(form, identities, reviewed)
        : [];
    if (!suspects) return verifyHere(reviewed);
    const isTyped = form?.kind === 'verification' && call.operation.method === 'POST' && suspects.length > 0;
    let asked: HeldAnswer;
    let answer: HeldAnswer;
    try {
      const applicationWaits = askingApplication.read(headers.cookie) !== undefined;
      if (form && isTyped)
        ({ asked, answer } = await askForOutcome(form, reviewed, { portalUrl, applicationWaits }));
      else asked = answer = await reviewed.ask();
    } catch (cause) {
      if (form) await settleProof?.(suspects, form, reviewed, undefined);
      throw cause;
    }
    const added = (form && (await settleProof?.(suspects, form, reviewed, asked))) ?? [];
    const withheld = await withhold(answer, form);
    const isSignUp = form?.kind !== 'verification' && form?.kind !== 'recovery';
    if (!withheld)
      return withCookies(answer, [
        ...added,
        isSignUp ? await presentedIn(answer, form, reviewed) : undefined,
      ]);
    const { flow } = openedVerification(answer, portalUrl) ?? {};
    const remembers = isSignUp && withheld.isBrowsers;
    return withCookies(withheld.answer, [
      ...added,
      remembers ? signUp.keep({ flow, addresses: withheld.addresses }) : undefined,
    ]);
  };
}
