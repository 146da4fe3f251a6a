import type { Settings } from '../../settings/config.ts';
import { createCsrf } from './csrf.ts';
import { createKnownBrowser } from './knownBrowser.ts';
import {
  createAskingApplication,
  createAwaitedCode,
  createConsentAccount,
  createConsentDecision,
  createFlowAddress,
  createFormerAccount,
  createLastAddress,
  createLastingMessages,
  createNotMe,
  createReplacedVerification,
  createTypedFieldsCookie,
} from './pageCookies.ts';
import { providerCookies } from './providerCookies.ts';
import { createSignUpCookie } from './signUpCookie.ts';

type CookieSettings = Pick<Settings, 'COOKIE_SECRET' | 'PORTAL_URL' | 'SESSION_COOKIE_NAME'>;

/** Creates the cookies that several rooms of the server read or set, all under the same secret. */
export function createBrowserCookies(settings: CookieSettings) {
  const secrets = { secret: settings.COOKIE_SECRET, portalUrl: settings.PORTAL_URL };
  const cookies = providerCookies(settings.SESSION_COOKIE_NAME);
  return {
    /** Tells the provider's cookies from all others. */
    cookies,
    csrf: createCsrf({ ...secrets, cookies }),
    typedFields: createTypedFieldsCookie(secrets),
    flowAddress: createFlowAddress(secrets),
    awaitedCode: createAwaitedCode(secrets),
    lastAddress: createLastAddress(secrets),
    askingApplication: createAskingApplication(secrets),
    consentDecision: createConsentDecision(secrets),
    consentAccount: createConsentAccount(secrets),
    signUp: createSignUpCookie(secrets),
    formerAccount: createFormerAccount(secrets),
    lasting: createLastingMessages(secrets),
    knownBrowser: createKnownBrowser(secrets),
    notMe: createNotMe(secrets),
    replacedVerification: createReplacedVerification(secrets),
  };
}

/** A portal's cookies. */
export type BrowserCookies = ReturnType<typeof createBrowserCookies>;

/** The cookies that hold an address, or lead to one. */
export type AddressCookies = Pick<
  BrowserCookies,
  | 'flowAddress'
  | 'awaitedCode'
  | 'lastAddress'
  | 'typedFields'
  | 'lasting'
  | 'signUp'
  | 'consentAccount'
  | 'notMe'
>;

/** Returns the `Set-Cookie` lines that delete all addresses from a browser. @param header a Cookie header */
export const forgetAddresses = (
  header: string | undefined,
  {
    flowAddress,
    awaitedCode,
    lastAddress,
    typedFields,
    lasting,
    signUp,
    consentAccount,
    notMe,
  }: AddressCookies,
): string[] =>
  [lastAddress, flowAddress, awaitedCode, typedFields, lasting, signUp, consentAccount, notMe].flatMap(
    ({ forget }) => forget(header) ?? [],
  );
