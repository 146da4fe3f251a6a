import { type RequestHandler, Router } from 'express';
import type { PagesOf } from '../../shared/pages.ts';
import { exactRouter } from '../http/exactRouter.ts';
import type { Loader } from '../pages/loader.ts';
import type { Pages } from '../pages/renderer.ts';
import type { Provider } from '../upstreams/provider.ts';
import type { BrowserCookies } from '../security/cookies/browserCookies.ts';
import type { ClientDocuments } from '../upstreams/clientDocuments/clientDocuments.ts';
import type { Recorder } from '../store/recorder.ts';
import type { Settings } from '../settings/config.ts';
import { createAfterLogout, createHydraSession } from './hydraSession.ts';
import { cancelPage, cancelPath, postCancel } from './cancelSignIn.ts';
import { consent, consentPage, postConsent } from './consent.ts';
import { device, deviceDenied, deviceDone, devicePage, postDevice } from './device.ts';
import { withApplication, withLoginChallenge } from './loginChallenge.ts';
import { postLogoutChallenge, withLogoutChallenge } from './logoutChallenge.ts';
import { postLogoutRequest, withLogoutRequest } from './logoutRequest.ts';
import { logoutPath, logoutWithoutHint, refuseScriptAfterLogout } from './logoutTarget.ts';
import { type CountDocument, introduceClient } from './introduceClient.ts';
import { authorizationPath, renamePrompts } from './promptNames.ts';
import { protectOrAskAgain } from '../security/cookies/protectOrAskAgain.ts';
import { refreshHook, refreshHookPath } from './refreshHook.ts';
import { chooseAccount } from './chooseAccount.ts';
import { joinTarget, splitTarget } from '../http/requestHead.ts';

/**
 * The paths to which Hydra sends browsers if a page is not set in its `urls.*`, with the page meant; none of these is
 * an operation. The pages' paths are those that provider/hydra/hydra.yml sets.
 */
const pageOfFallback = {
  '/oauth2/fallbacks/login': '/login',
  '/oauth2/fallbacks/consent': '/consent',
  '/oauth2/fallbacks/logout': '/logout',
  '/oauth2/fallbacks/logout/callback': '/login',
  '/oauth2/fallbacks/error': '/error',
  '/oauth2/fallbacks/device': '/device',
  '/oauth2/fallbacks/device/done': '/device/done',
} as const;

/** Redirects from Hydra's fallback pages to the portal's, keeping the query. */
const fallbackPages = Router({ caseSensitive: true, strict: true });

for (const [fallback, page] of Object.entries(pageOfFallback))
  fallbackPages.get(fallback, ({ originalUrl }, response) => {
    response.redirect(303, joinTarget(page, splitTarget(originalUrl).query));
  });

interface OAuth2Needs {
  settings: Settings;
  provider: Provider;
  browserCookies: BrowserCookies;
  record?: Recorder | undefined;
  /** Shows a page without its loader. */
  show: Pages['show'];
  /** Knows the clients that introduce themselves by a document. */
  documents?: ClientDocuments | undefined;
  countDocument?: CountDocument | undefined;
  /** Limit wrong device codes; empty without limits. */
  limitUserCodes: RequestHandler[];
}

/** Creates the routes of the OAuth2 area, which answers Hydra's challenges. */
export function oauth2Routes({
  settings,
  provider: { kratos, hydra, credentials },
  browserCookies,
  record,
  show,
  documents,
  countDocument,
  limitUserCodes,
}: OAuth2Needs) {
  const secrets = { portalUrl: settings.PORTAL_URL, secret: settings.COOKIE_SECRET };
  const { cookies } = browserCookies;
  const hydraSession = createHydraSession({ ...secrets, cookies });
  const afterLogout = createAfterLogout(secrets);
  const options = {
    ...browserCookies,
    hydra,
    kratos,
    credentials,
    settings,
    record,
    hydraSession,
    afterLogout,
  };

  const hooks = exactRouter();
  hooks.post(refreshHookPath, refreshHook(settings.REFRESH_TOKEN_MAX_DAYS));

  const beforeHydra = exactRouter();
  beforeHydra.get(logoutPath, refuseScriptAfterLogout, logoutWithoutHint(cookies));
  if (documents) beforeHydra.get(authorizationPath, introduceClient(documents, countDocument));
  beforeHydra.get(authorizationPath, renamePrompts);

  const posts = exactRouter();
  posts.post(cancelPath, protectOrAskAgain(options, cancelPage), postCancel(options));
  posts.post('/consent', protectOrAskAgain(options, consentPage), postConsent(options));
  // another site's forms must not use up a visitor's tries
  posts.post('/device', protectOrAskAgain(options, devicePage), ...limitUserCodes, postDevice(options, show));

  return {
    /** The hooks that Hydra itself calls, without a visitor. */
    hooks,
    /** Refuses requests, or changes them, before they reach Hydra. */
    beforeHydra,
    /** Redirects from Hydra's own pages to the portal's. */
    fallbacks: fallbackPages,
    /** A loader for each of its pages. */
    loaders: {
      chooseAccount: chooseAccount(options),
      consent: consent(options),
      device,
      deviceDone,
      deviceDenied,
    } satisfies Record<PagesOf<'oauth2'>, Loader>,
    /** Handles the posts of its forms, whose bodies have been parsed. */
    posts,
    /** Its additions to the pages that sign users in and log them out. */
    forApplications: {
      signIn: (load: Loader) => afterLogout.continueAt(withLoginChallenge(load, options)),
      onTheWay: (load: Loader) => withApplication(load, options),
      logout: (load: Loader) => withLogoutRequest(withLogoutChallenge(load, options), options),
      postLogout: [postLogoutRequest(options), postLogoutChallenge(options)],
      furtherLogout: hydra ? hydraSession.logout : () => undefined,
    },
  };
}
