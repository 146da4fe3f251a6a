import type { RequestHandler } from 'express';
import type { VerificationState } from '../../shared/verificationState.ts';
import type { BrowserCookies } from '../security/cookies/browserCookies.ts';
import type { Provider } from '../upstreams/provider.ts';
import { isVerifiedSignUp } from '../upstreams/verifiedSignUp.ts';

/**
 * `GET /verification/state?flow=…`: whether the address of this browser's sign-up is verified meanwhile, for the page that waits
 * for its code: the mail may be read on another device.
 */
export const getVerificationState =
  ({ signUp, identities }: Pick<BrowserCookies, 'signUp'> & Pick<Provider, 'identities'>): RequestHandler =>
  async ({ headers, query }, response) => {
    const last = signUp.read(headers.cookie);
    const isOwn = last !== undefined && last.flow === query.flow;
    const state: VerificationState =
      isOwn && identities ? { isVerified: await isVerifiedSignUp(identities, last) } : {};
    response.json(state);
  };
