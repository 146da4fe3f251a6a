import { malformedRequest } from '../http/errors.ts';
import type { Loader } from '../pages/loader.ts';
import { pageUrl } from '../urls/paths.ts';
import { clientDetails } from '../upstreams/clientDetails.ts';
import { applicationOf } from './applicationOf.ts';
import { requireHydra, type OAuth2Options } from './hydra.ts';
import { askedAddress, namesAnother, reasonToAsk } from './singleSignOn.ts';

/**
 * `GET /login/account?login_challenge=…`: offers the account that an application asks for, or to stay with the one that is
 * signed in, which a hint allows and an ID token does not. Any other visit is led to the sign-in.
 *
 * @throws PortalError 502 or 504 when the provider gives no usable answer
 */
export const chooseAccount =
  ({ hydra, askingApplication }: OAuth2Options): Loader =>
  async ({ query, visitor, settings }) => {
    const challenge = query.get('login_challenge') ?? '';
    if (challenge === '') throw malformedRequest();
    const signIn = { login_challenge: challenge };
    const [found, who] = await Promise.all([requireHydra(hydra).challenges.login(challenge), visitor()]);
    if (!('request' in found) || who.kind !== 'signedIn') return { redirect: pageUrl('/login', signIn) };
    const { request } = found;
    if (reasonToAsk(request, who.session, settings) !== 'otherAccountAsked')
      return { redirect: pageUrl('/login', signIn) };
    const client = clientDetails(request.client);
    const asked = askedAddress(who.session, request);
    const application = applicationOf(request, settings.PORTAL_URL);
    return {
      setCookie: [(application && askingApplication.keep(application)) ?? []].flat(),
      languages: request.oidc_context?.ui_locales ?? [],
      images: client.logoUrl === undefined ? [] : [client.logoUrl],
      page: {
        name: 'chooseAccount',
        props: {
          challenge,
          client,
          ...(asked !== undefined && { asked }),
          next: pageUrl('/login', signIn),
          ...(!namesAnother(who.session, request) && {
            stayUrl: pageUrl('/login', { ...signIn, account: 'stay' }),
          }),
        },
      },
    };
  };
