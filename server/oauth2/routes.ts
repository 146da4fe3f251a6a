import type { RequestHandler, Router } from 'express';
import type { PagesOf } from '../../shared/pages.ts';
import { exactRouter } from '../http/exactRouter.ts';
import type { Loader } from '../pages/loader.ts';
import type { Pages } from '../pages/renderer.ts';
import type { Provider } from '../provider/provider.ts';
import type { BrowserCookies } from '../security/cookies/browserCookies.ts';
import type { Settings } from '../settings/config.ts';
import { cancelPage, cancelPath, postCancel } from './cancelSignIn.ts';
import { consentPage, postConsent } from './consent.ts';
import { devicePage, postDevice } from './device.ts';
import { fallbackPages } from './fallbackPages.ts';
import { createHydraSession, type HydraSession } from './hydraSession.ts';
import { oauth2Loaders } from './loaders.ts';
import { withLoginChallenge } from './loginChallenge.ts';
import { postLogoutChallenge, withLogoutChallenge } from './logoutChallenge.ts';
import { logoutPath, refuseScriptAfterLogout } from './logoutTarget.ts';
import { protectOrAskAgain } from './protectOrAskAgain.ts';
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
  /** Refuses requests before they reach Hydra. */
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
    logout: (load: Loader) => Loader;
    postLogout: RequestHandler[];
    furtherLogout: HydraSession['logout'] | (() => undefined);
  };
}

/** Creates the routes of the OAuth2 area, which answers Hydra's challenges. */
export function oauth2Routes(needs: OAuth2Needs): OAuth2Routes {
  const { settings, provider, browserCookies, show, limitUserCodes } = needs;
  const { PORTAL_URL: portalUrl, COOKIE_SECRET: secret } = settings;
  const { kratos, hydra } = provider;
  const { cookies, csrf, askingApplication } = browserCookies;
  const hydraSession = createHydraSession({ secret, portalUrl, cookies });

  const hooks = exactRouter();
  hooks.post(refreshHookPath, refreshHook(settings.REFRESH_TOKEN_MAX_DAYS));

  const beforeHydra = exactRouter();
  beforeHydra.get(logoutPath, refuseScriptAfterLogout);

  const posts = exactRouter();
  posts.post(cancelPath, protectOrAskAgain({ csrf, cookies }, cancelPage), postCancel(hydra));
  posts.post(
    '/consent',
    protectOrAskAgain({ csrf, cookies }, consentPage),
    postConsent({ hydra, kratos, settings }),
  );
  // another site's forms must not use up a visitor's tries
  posts.post(
    '/device',
    protectOrAskAgain({ csrf, cookies }, devicePage),
    ...limitUserCodes,
    postDevice({ hydra, kratos, show }),
  );

  return {
    hooks,
    beforeHydra,
    fallbacks: fallbackPages,
    loaders: oauth2Loaders({ hydra, settings, askingApplication }),
    posts,
    forApplications: {
      signIn: (load) => withLoginChallenge(load, { hydra, askingApplication }),
      logout: (load) => withLogoutChallenge(load, { ...browserCookies, hydra, hydraSession }),
      postLogout: postLogoutChallenge({ hydra, kratos, portalUrl, csrf, cookies }),
      furtherLogout: hydra ? hydraSession.logout : () => undefined,
    },
  };
}
