import { startSocial, type Social } from '../../provider/local/social/startSocial.ts';

/** A social sign-in provider for the services Acme and Umbrella. Addresses from Umbrella count as verified. */
export interface OpenidProvider extends Social {
  /** Signs in as another person from now on. @param email their address */
  signInAs: (email: string) => void;
}

/** All the required traits, as if the provider had asked its users for the consent. */
const complete = '{ email: claims.email, tos: true }';

/**
 * Starts a real OpenID provider that signs everybody in without a prompt or consent.
 *
 * @param portalUrl the portal's origin, for the redirect URIs
 * @param traits the traits that Kratos derives from `claims`, in Jsonnet; all the required ones by default
 */
export async function startOpenidProvider(portalUrl: string, traits = complete): Promise<OpenidProvider> {
  let email = 'ann@acme.example';
  const social = await startSocial({
    portalUrl,
    services: [
      { id: 'acme', label: 'Acme' },
      { id: 'umbrella', label: 'Umbrella', verifies: true },
    ],
    traits,
    signIn: (_request, _response, finish) => finish(email),
  });
  return { ...social, signInAs: (address) => (email = address) };
}

/** Follows the redirects at a provider. @param portalUrl the portal's origin @returns the path of the callback there */
export async function returnFrom(portalUrl: string, url: string): Promise<string> {
  let next = url;
  const cookies = new Map<string, string>();
  while (!next.startsWith(portalUrl)) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1);
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    next = new URL(answer.headers.get('location') ?? '', next).href;
  }
  return next.slice(portalUrl.length);
}
