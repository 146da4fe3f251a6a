import type { Settings } from '../../settings/config.ts';
import { createAskingApplication, type AskingApplication } from './askingApplication.ts';
import { createCsrf, type Csrf } from './csrf.ts';
import { createFlowAddress, type FlowAddress } from './flowAddress.ts';
import { createLastAddress, type LastAddress } from './lastAddress.ts';
import { providerCookies, type ProviderCookies } from './providerCookies.ts';
import { createSignUpCookie, type SignUpCookie } from './signUpCookie.ts';
import { createTypedFieldsCookie, type TypedFieldsCookie } from './typedFields.ts';

/** The cookies that several rooms of the server read or set. */
export interface BrowserCookies {
  /** Tells the provider's cookies from all others. */
  cookies: ProviderCookies;
  csrf: Csrf;
  typedFields: TypedFieldsCookie;
  flowAddress: FlowAddress;
  lastAddress: LastAddress;
  askingApplication: AskingApplication;
  signUp: SignUpCookie;
}

/** Creates a portal's cookies, all under the same secret. */
export function createBrowserCookies({
  COOKIE_SECRET: secret,
  PORTAL_URL: portalUrl,
  SESSION_COOKIE_NAME: sessionCookieName,
}: Pick<Settings, 'COOKIE_SECRET' | 'PORTAL_URL' | 'SESSION_COOKIE_NAME'>): BrowserCookies {
  const cookies = providerCookies(sessionCookieName);
  return {
    cookies,
    csrf: createCsrf({ secret, portalUrl, cookies }),
    typedFields: createTypedFieldsCookie({ secret, portalUrl }),
    flowAddress: createFlowAddress({ secret, portalUrl }),
    lastAddress: createLastAddress({ secret, portalUrl }),
    askingApplication: createAskingApplication({ secret, portalUrl }),
    signUp: createSignUpCookie({ secret, portalUrl }),
  };
}
