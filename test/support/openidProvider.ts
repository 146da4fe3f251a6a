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
