import cookieParser from 'cookie-parser';
import express, { type ErrorRequestHandler, type Express } from 'express';
import type { Logger } from 'pino';
import sirv from 'sirv';
import { credentialsPath } from '../shared/credentials.ts';
import { fieldsOf } from '../shared/fields.ts';
import type { PageName } from '../shared/page.ts';
import { pageNames, pageRow } from '../shared/pages.ts';
import type { Settings } from './settings/config.ts';
import { apiReference } from './docs/apiReference.ts';
import { errorHandler } from './pages/errorHandler.ts';
import { notFound } from './http/errors.ts';
import { customise } from './brand/customise.ts';
import { auditLog } from './gateway/audit.ts';
import { auditSink } from './http/auditSink.ts';
import { failureLog } from './gateway/failureLog.ts';
import { gateway } from './gateway/gateway.ts';
import { createReview } from './gateway/proof/review.ts';
import { upstreamUrls } from './gateway/forward/upstreamUrls.ts';
import { endOnFileError } from './http/endOnFileError.ts';
import { health } from './http/health.ts';
import { loggedAddress } from './http/loggedAddress.ts';
import { requestLog } from './http/logging.ts';
import { recordRequests } from './http/requestRecord.ts';
import { sampleOtherSites } from './http/sampleOtherSites.ts';
import { alreadyLoggedOut } from './account/alreadyLoggedOut.ts';
import { applicationsAnchor, postApplications } from './account/applications.ts';
import { accountLoaders } from './account/loaders.ts';
import { forgetOnYes } from './account/forgetOnYes.ts';
import { afterLogout, postLogout } from './account/logout.ts';
import { signInAgain } from './urls/links.ts';
import type { Loader } from './pages/loader.ts';
import { changePassword, changePasswordPath } from './account/changePassword.ts';
import { passkeyEndpoints, passkeyEndpointsPath } from './account/passkeyEndpoints.ts';
import { postPreferences } from './account/preferences.ts';
import { createPages } from './pages/renderer.ts';
import { sectionAfterSignIn } from './account/privilegedSession.ts';
import { getCredentials } from './account/ownCredentials.ts';
import { postSessions } from './account/sessions.ts';
import { cancelPage, cancelPath, postCancel } from './oauth2/cancelSignIn.ts';
import { consentPage, postConsent } from './oauth2/consent.ts';
import { devicePage, postDevice } from './oauth2/device.ts';
import { fallbackPages } from './oauth2/fallbackPages.ts';
import { createHydraSession } from './oauth2/hydraSession.ts';
import { oauth2Loaders } from './oauth2/loaders.ts';
import { withLoginChallenge } from './oauth2/loginChallenge.ts';
import { postLogoutChallenge, withLogoutChallenge } from './oauth2/logoutChallenge.ts';
import { logoutPath, refuseScriptAfterLogout } from './oauth2/logoutTarget.ts';
import { refreshHook, refreshHookPath } from './oauth2/refreshHook.ts';
import { protectOrAskAgain } from './oauth2/protectOrAskAgain.ts';
import { closeDocs } from './operations/closeDocs.ts';
import { createFlowsOff } from './provider/flowsOff.ts';
import { createProvider } from './provider/provider.ts';
import { endOtherSessions } from './provider/ownSessions.ts';
import { identityOf } from './provider/session.ts';
import type { AssetManifest } from './render/assets.ts';
import { renderPage } from './render/renderPage.tsx';
import { adminPolicy } from './gateway/access/adminPolicy.ts';
import { adminsOnly } from './gateway/access/adminsOnly.ts';
import { createBrowserCookies } from './security/cookies/browserCookies.ts';
import { createLimits } from './security/limits/createLimits.ts';
import { cspReports } from './security/csp/cspReports.ts';
import { dropDoubledCookies } from './security/cookies/dropDoubledCookies.ts';
import { securityHeaders } from './security/csp/headers.ts';
import { noStore, ignoreRange } from './security/request/caching.ts';
import { refuseOtherSites } from './security/request/otherSites.ts';
import { pathHygiene } from './security/request/pathHygiene.ts';
import { requirePathParameters } from './security/request/requirePathParameters.ts';
import { requireHost } from './security/request/requireHost.ts';
import { signInPaths } from './security/limits/limitStepUps.ts';

export interface AppOptions {
  settings: Settings;
  log: Logger;
  /** The folder with the built client: `assets/` and the manifest's other files. */
  clientDirectory: string;
  assets: AssetManifest;
  /** Whether the portal is shutting down and should get no more requests; never by default. */
  isStopping?: () => boolean;
}

export interface App {
  handler: Express;
  /** Asks the provider which flows are turned off, so that no link leads there. Never rejects. */
  askForFlows: () => Promise<void>;
  /** Closes the connections to the provider. */
  close: () => void;
}

/** The portal's own forms are small; anything larger is not one of them. */
const ownPostLimit = '16kb';

/**
 * Builds the app: the whole way of a request, top to bottom.
 *
 * @param options settings, log and built assets
 * @throws SettingsError when the operator's brand or texts are faulty, or AUDIT_LOG cannot be written
 */
export function createApp({ log, clientDirectory, isStopping, ...given }: AppOptions): App {
  const { product, assets, texts, files } = customise(given.settings, {
    clientDirectory,
    assets: given.assets,
  });
  const settings = { ...given.settings, PRODUCT_NAME: product };
  const secure = settings.PORTAL_URL.startsWith('https:');
  const identityOrigin = new URL(settings.IDENTITY_SERVICE_URL).origin;
  const portalUrl = settings.PORTAL_URL;
  const { cookies, csrf, typedFields, flowAddress, lastAddress, askingApplication } =
    createBrowserCookies(settings);
  const addresses = { typedFields, flowAddress, lastAddress };
  const provider = createProvider(settings, cookies);
  const { kratos, hydra } = provider;
  const secret = settings.COOKIE_SECRET;
  const hydraSession = createHydraSession({ secret, portalUrl, cookies });
  const limits = createLimits({
    settings,
    cookies,
    identityOf: ({ headers }) => identityOf(kratos, headers.cookie),
  });
  const parseCookies = cookieParser();
  const upstreams = upstreamUrls(settings);
  const audit = auditLog(auditSink(settings.AUDIT_LOG, log), loggedAddress(settings.LOG_CLIENT_ADDRESS));
  const authorize = adminPolicy({
    provider,
    cookies,
    portalUrl,
    admins: settings.PORTAL_ADMINS,
    adminClients: settings.PORTAL_ADMIN_CLIENTS,
    aal: settings.PORTAL_ADMIN_AAL,
    maxAgeMs: settings.PORTAL_ADMIN_MAX_AGE,
  });
  const servedAs = closeDocs(settings.API_DOCS);
  const providerGateway = gateway({
    upstreams,
    adminToken: settings.ORY_ADMIN_API_TOKEN,
    portalUrl,
    cookies,
    timeoutMs: settings.PROVIDER_TIMEOUT_MS,
    authorize,
    servedAs,
    countForm: limits?.countForm,
    countClientCall: limits?.countClientCall,
    csrf: [parseCookies, csrf.protect],
    ...addresses,
    endOtherSessions: (cookie) => endOtherSessions({ kratos, cookie }),
    review: createReview({
      ...provider,
      cookies,
      secret,
      portalUrl,
      remembersMethods: settings.REMEMBER_METHOD === 'on',
    }),
  });
  const flowsOff = createFlowsOff(kratos);
  const { page, show } = createPages({
    settings,
    kratos,
    flowsOff,
    csrf,
    cookies,
    lastAddress,
    flowAddress,
    signedIn: limits?.rememberOwner,
    render: (shown, context, nonce) => renderPage(shown, context, { assets, texts, nonce }),
  });

  const app = express();
  app.disable('x-powered-by').disable('etag').set('trust proxy', settings.TRUST_PROXY);
  app.set('query parser', 'simple').enable('case sensitive routing').enable('strict routing');

  app.use(recordRequests([failureLog(log), sampleOtherSites(log, requestLog(log)), audit.record]));
  app.use(
    securityHeaders({
      secure,
      hsts: settings.HSTS,
      identityService: identityOrigin === settings.PORTAL_URL ? [] : [identityOrigin],
    }),
  );
  app.use(noStore);
  app.use(requireHost, requirePathParameters, pathHygiene);
  app.use(health(provider, isStopping));
  app.use(files.serve);
  app.use(
    '/assets',
    ignoreRange,
    endOnFileError,
    sirv(`${clientDirectory}/assets`, { immutable: true, maxAge: 31_536_000, brotli: true, gzip: true }),
  );
  app.get(passkeyEndpointsPath, passkeyEndpoints(portalUrl));
  app.get(changePasswordPath, changePassword);
  app.post(refreshHookPath, refreshHook(settings.REFRESH_TOKEN_MAX_DAYS));
  app.use(cspReports({ portalUrl: settings.PORTAL_URL, log }));
  app.use(refuseOtherSites(portalUrl));
  app.use(dropDoubledCookies(cookies, portalUrl));
  if (limits) app.use(limits.requests).use(signInPaths, limits.stepUps);
  app.get(logoutPath, refuseScriptAfterLogout);
  app.use(providerGateway.handler);

  app.use(parseCookies);
  const ofAccount = accountLoaders({
    ...addresses,
    hydra,
    credentials: provider.credentials,
    askingApplication,
  });
  const loaders: Record<PageName, Loader> = {
    ...ofAccount,
    ...oauth2Loaders({ hydra, settings, askingApplication }),
    login: withLoginChallenge(ofAccount.login, { hydra, askingApplication }),
    registration: withLoginChallenge(ofAccount.registration, { hydra, askingApplication }),
    logout: withLogoutChallenge(ofAccount.logout, { hydra, hydraSession, ...addresses }),
  };
  app.use(fallbackPages);
  for (const name of pageNames) app.get(pageRow(name).path, page(loaders[name]));
  app.get('/api/csrf', (request, response) => {
    response.json({ token: csrf.token(request, response) });
  });

  app.get(credentialsPath, getCredentials({ kratos, read: provider.credentials }));

  if (settings.API_DOCS !== 'off')
    app.use(
      apiReference({
        assets,
        texts,
        upstreams,
        portalUrl,
        servedAs,
        ...(settings.API_DOCS === 'admins' && { admit: adminsOnly(authorize, portalUrl) }),
        defaultLocale: settings.DEFAULT_LOCALE,
        context: {
          product: settings.PRODUCT_NAME,
          ...(settings.SUPPORT_EMAIL !== undefined && { supportEmail: settings.SUPPORT_EMAIL }),
          customerPortalUrl: settings.CUSTOMER_PORTAL_URL,
          identityServiceUrl: settings.IDENTITY_SERVICE_URL,
        },
        csrfToken: csrf.token,
      }),
    );

  app.use(express.urlencoded({ extended: false, limit: ownPostLimit }));
  app.post('/logout', forgetOnYes(addresses));
  app.post('/logout', postLogoutChallenge({ hydra, kratos, portalUrl, csrf, cookies }));
  app.post(
    '/logout',
    alreadyLoggedOut(cookies, ({ body }) => afterLogout(fieldsOf(body).next, settings) ?? signInAgain({})),
    csrf.protect,
    postLogout({ kratos, settings, furtherLogout: hydra ? hydraSession.logout : () => undefined }),
  );
  app.post(
    '/settings/sessions',
    alreadyLoggedOut(cookies, () => sectionAfterSignIn('sessions', settings)),
    csrf.protect,
    postSessions({ kratos, settings }),
  );
  app.post(
    '/settings/applications',
    alreadyLoggedOut(cookies, () => sectionAfterSignIn(applicationsAnchor, settings)),
    csrf.protect,
    postApplications({ hydra, kratos, settings }),
  );
  app.post(cancelPath, protectOrAskAgain({ csrf, cookies }, cancelPage), postCancel(hydra));
  app.post(
    '/consent',
    protectOrAskAgain({ csrf, cookies }, consentPage),
    postConsent({ hydra, kratos, settings }),
  );
  // another site's forms must not use up a visitor's tries
  app.post('/device', protectOrAskAgain({ csrf, cookies }, devicePage));
  if (limits) app.post('/device', limits.userCodes);
  app.post('/device', postDevice({ hydra, kratos, show }));
  app.post('/preferences', csrf.protectPreferences, postPreferences(settings));

  app.use(() => {
    throw notFound();
  });
  // errors thrown before cookies are parsed still need them, for the CSRF token of the page's forms
  app.use(((problem: unknown, request, response, next) =>
    parseCookies(request, response, () => next(problem))) as ErrorRequestHandler);
  app.use(errorHandler({ portalUrl: settings.PORTAL_URL, show, askingApplication }));

  return {
    handler: app,
    askForFlows: flowsOff.ask,
    close: () => {
      provider.close();
      providerGateway.close();
      audit.close();
    },
  };
}
