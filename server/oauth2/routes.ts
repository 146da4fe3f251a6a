import type { RequestHandler, Router } from 'express';
import type { PagesOf } from '../../shared/pages.ts';
import { exactRouter } from '../http/exactRouter.ts';
import type { Loader } from '../pages/loader.ts';
import type { Pages } from '../pages/renderer.ts';
import type { Provider } from '../upstreams/provider.ts';
import type { BrowserCookies } from '../security/cookies/browserCookies.ts';
import type { Settings } from '../settings/config.ts';
import { createAfterLogout } from './afterLogout.ts';
import { cancelPage, cancelPath, postCancel } from './cancelSignIn.ts';
import { consentPage, postConsent } from './consent.ts';
import { devicePage, postDevice } from './device.ts';
import { fallbackPages } from './fallbackPages.ts';
import { createHydraSession, type HydraSession } from './hydraSession.ts';
import { oauth2Loaders } from './loaders.ts';
import { withApplication, withLoginChallenge } from './loginChallenge.ts';
import { postLogoutChallenge, withLogoutChallenge } from './logoutChallenge.ts';
import { postLogoutRequest, withLogoutRequest } from './logoutRequest.ts';
import { logoutPath, logoutWithoutHint, refuseScriptAfterLogout } from './logoutTarget.ts';
import { authorizationPath, renamePrompts } from './promptNames.ts';
import { protectOrAskAgain } from '../security/cookies/protectOrAskAgain.ts';
import { refreshHook, refreshHookPath } from './refreshHook.ts';

interface OAuth2Needs {
  settings: Settings;
  provider: Provider;
  browserCookies: BrowserCookies;
  /** Shows a page without its loader. */
  show: Pages['show'];
  /** Limit wrong device codes; empty without limits. */
  limitUserCodes: RequestHandler[];
}

/** The area's routes, one member for each place in the order of a request. */
export interface OAuth2Routes {
  /** The hooks that Hydra itself calls, without a visitor. */
  hooks: Router;
  /** Refuses requests, or changes them, before they reach Hydra. */
  beforeHydra: Router;
  /** Redirects from Hydra's own pages to the portal's. */
  fallbacks: Router;
  /** A loader for each of its pages. */
  loaders: Record<PagesOf<'oauth2'>, Loader>;
  /** Handles the posts of its forms, whose bodies have been parsed. */
  posts: Router;
  /** Its additions to the pages that sign users in and log them out. */
  forApplications: {
    signIn: (load: Loader) => Loader;
    onTheWay: (load: Loader) => Loader;
    logout: (load: Loader) => Loader;
    postLogout: RequestHandler[][];
    furtherLogout: HydraSession['logout'] | (() => undefined);
  };
}

/** Creates the routes of the OAuth2 area, which answers Hydra's challenges. */
export function oauth2Routes({
  settings,
  provider: { kratos, hydra },
  browserCookies,
  show,
  limitUserCodes,
}: OAuth2Needs): OAuth2Routes {
  const secrets = { portalUrl: settings.PORTAL_URL, secret: settings.COOKIE_SECRET };
  const { cookies } = browserCookies;
  const hydraSession = createHydraSession({ ...secrets, cookies });
  const afterLogout = createAfterLogout(secrets);
  const options = { ...browserCookies, hydra, kratos, settings, hydraSession, afterLogout };

  const hooks = exactRouter();
  hooks.post(refreshHookPath, refreshHook(settings.REFRESH_TOKEN_MAX_DAYS));

  const beforeHydra = exactRouter();
  beforeHydra.get(logoutPath, refuseScriptAfterLogout, logoutWithoutHint(cookies));
  beforeHydra.get(authorizationPath, renamePrompts);

  const posts = exactRouter();
  posts.post(cancelPath, protectOrAskAgain(options, cancelPage), postCancel(options));
  posts.post('/consent', protectOrAskAgain(options, consentPage), postConsent(options));
  // another site's forms must not use up a visitor's tries
  posts.post('/device', protectOrAskAgain(options, devicePage), ...limitUserCodes, postDevice(options, show));

  return {
    hooks,
    beforeHydra,
    fallbacks: fallbackPages,
    loaders: oauth2Loaders(options),
    posts,
    forApplications: {
      signIn: (load) => afterLogout.continueAt(withLoginChallenge(load, options)),
      onTheWay: (load) => withApplication(load, options),
      logout: (load) => withLogoutRequest(withLogoutChallenge(load, options), options),
      postLogout: [postLogoutRequest(options), postLogoutChallenge(options)],
      furtherLogout: hydra ? hydraSession.logout : () => undefined,
    },
  };
}
