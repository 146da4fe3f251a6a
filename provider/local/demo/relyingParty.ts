import * as oauth from 'openid-client';
import { demoClientId, demoScope } from './demoClient.ts';

/** The tokens of a signed-in user. */
export type Tokens = Awaited<ReturnType<typeof oauth.refreshTokenGrant>>;

/** The values to remember between the start of a sign-in and its callback. */
export interface SignIn {
  state: string;
  nonce: string;
  verifier: string;
}

/** The demo application as a relying party. */
export interface RelyingParty {
  /** Starts a sign-in; returns the URL to go to, and the values for its callback. */
  signIn(): Promise<{ url: URL; signIn: SignIn }>;
  /** Exchanges the code of a callback. @throws Error when it is an error, or does not belong to the sign-in */
  callback(url: URL, signIn: SignIn): Promise<Tokens>;
  refresh(refreshToken: string): Promise<Tokens>;
  /** Returns the URL at which a user signs out of the provider. */
  signOut(idToken: string): Promise<URL>;
  /** Starts the sign-in of a device; `tokens` waits until the user has allowed or denied it. */
  device(signal: AbortSignal): Promise<Device>;
}

/** A device whose user signs in elsewhere. */
export interface Device {
  userCode: string;
  /** The page to enter the code; `link` includes the code. */
  page: string;
  link: string;
  tokens: Promise<Tokens>;
}

/**
 * Creates a relying party of the portal's issuer, which is discovered at the first call.
 *
 * @param issuer the portal's origin
 * @param url the application's own
 */
export function relyingParty(issuer: string, url: string): RelyingParty {
  let discovered: oauth.Configuration | undefined;
  const provider = async (): Promise<oauth.Configuration> =>
    (discovered ??= await oauth.discovery(new URL(issuer), demoClientId, undefined, oauth.None(), {
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked as deprecated only as a warning; the portal is on plain http here
      execute: [oauth.allowInsecureRequests],
    }));
  return {
    async signIn() {
      const verifier = oauth.randomPKCECodeVerifier();
      const signIn = { state: oauth.randomState(), nonce: oauth.randomNonce(), verifier };
      const address = oauth.buildAuthorizationUrl(await provider(), {
        redirect_uri: `${url}/callback`,
        scope: demoScope,
        state: signIn.state,
        nonce: signIn.nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { url: address, signIn };
    },
    callback: async (address, { state, nonce, verifier }) =>
      oauth.authorizationCodeGrant(await provider(), address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      }),
    refresh: async (refreshToken) => oauth.refreshTokenGrant(await provider(), refreshToken),
    signOut: async (idToken) =>
      oauth.buildEndSessionUrl(await provider(), {
        id_token_hint: idToken,
        post_logout_redirect_uri: `${url}/signed-out`,
      }),
    async device(signal) {
      const configuration = await provider();
      const started = await oauth.initiateDeviceAuthorization(configuration, { scope: demoScope });
      return {
        userCode: started.user_code,
        page: started.verification_uri,
        link: started.verification_uri_complete ?? started.verification_uri,
        tokens: oauth.pollDeviceAuthorizationGrant(configuration, started, undefined, { signal }),
      };
    },
  };
}
