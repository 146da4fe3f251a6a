import cookieParser from 'cookie-parser';
import express, { type Express } from 'express';
import sirv from 'sirv';
import { pageNames, pageRow } from '../shared/pages.ts';
import { keptForEver } from './brand/memoryFiles.ts';
import { failureLog } from './gateway/failureLog.ts';
import { dropRefusedCodings } from './http/acceptedCodings.ts';
import { clientPlace } from './http/clientPlace.ts';
import { endOnFileError } from './http/endOnFileError.ts';
import { notFound } from './http/errors.ts';
import { health } from './http/health.ts';
import { isHttps } from './http/isHttps.ts';
import { leadToLocalhost } from './http/leadToLocalhost.ts';
import { requestLog } from './log/logging.ts';
import { recordRequests, type Subscriber } from './http/requestRecord.ts';
import type { StartTrace } from './http/requestTrace.ts';
import { sampleOtherSites } from './log/sampleRefusals.ts';
import { warnOfUntrustedProxy } from './log/untrustedProxy.ts';
import { errorHandler } from './pages/errorHandler.ts';
import { dropDoubledCookies } from './security/cookies/dropDoubledCookies.ts';
import { adminHistory } from './admin/history.ts';
import { cspReports } from './security/csp/cspReports.ts';
import { securityHeaders } from './security/csp/headers.ts';
import { ignoreRange, noStore } from './security/request/caching.ts';
import { refuseOtherSites } from './security/request/otherSites.ts';
import { maxFields } from './security/request/formBounds.ts';
import { pathHygiene } from './security/request/pathHygiene.ts';
import { requireHost, requirePathParameters } from './security/request/requireParts.ts';
import { signInPaths } from './urls/paths.ts';
import { createServices, type ServicesOptions } from './services.ts';

/** The parts that an app is built from, and whether it is stopping. */
export interface AppOptions extends ServicesOptions {
  /** Whether the portal is shutting down and should get no more requests; false by default. */
  isStopping?: () => boolean;
  /** Gets the record of each request; by default only the log and the audit do. */
  recordRequest?: Subscriber | undefined;
  /** Traces the requests; by default they are not traced. */
  startTrace?: StartTrace | undefined;
}

/** The portal as a request handler, and what its process starts and ends. */
export interface App {
  handler: Express;
  /** Whether an address is a trusted proxy's. */
  isProxy: (address: string) => boolean;
  /** Asks the provider which flows are turned off, so that no page links to them. Never rejects. */
  askForFlows: () => Promise<void>;
  /** Closes the connections to the provider. */
  close: () => void;
}

/** The portal's own forms are small; anything larger is not one of them. */
const ownPostLimit = '16kb';

/** The largest form of the console: it has somebody's traits up to three times. */
const consolePostLimit = '256kb';

/**
 * Builds the app: the whole path of a request, top to bottom.
 *
 * @throws SettingsError as `createServices` does
 */
export function createApp({ isStopping, recordRequest, startTrace, ...options }: AppOptions): App {
  const { log, clientDirectory } = options;
  const services = createServices(options);
  const { settings, provider, browserCookies, limits, audit, account, oauth2 } = services;
  const { cookies, csrf, askingApplication } = browserCookies;
  const { page, show, visitorOf } = services.pages;
  const portalUrl = settings.PORTAL_URL;
  const identityService = [new URL(settings.IDENTITY_SERVICE_URL).origin].filter((one) => one !== portalUrl);
  const toLocalhost = leadToLocalhost(portalUrl);

  const app = express();
  app.disable('x-powered-by').disable('etag').set('trust proxy', settings.TRUST_PROXY);
  app.set('query parser', 'simple').enable('case sensitive routing').enable('strict routing');
  const trusted = app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  const isProxy = (address: string): boolean => trusted(address, 0);

  const withoutVisitor = express
    .Router({ caseSensitive: true, strict: true })
    .use('/assets', dropRefusedCodings)
    .use(health(provider, isStopping), services.files.serve);
  withoutVisitor.use(
    '/assets',
    ignoreRange,
    endOnFileError,
    sirv(`${clientDirectory}/assets`, {
      brotli: true,
      gzip: true,
      // sirv's own options would leave the default, `no-store`
      setHeaders: (response) => response.setHeader('Cache-Control', keptForEver),
    }),
  );
  withoutVisitor.use(account.wellKnown, oauth2.hooks, services.hooks, cspReports({ portalUrl, log }));

  app.use(
    recordRequests(
      [
        failureLog(log),
        sampleOtherSites(log, requestLog(log, isStopping)),
        audit.record,
        ...(options.store ? [adminHistory(options.store)] : []),
        ...(services.console ? [services.console.noteOtherSite] : []),
        ...(recordRequest ? [recordRequest] : []),
      ],
      startTrace,
    ),
    securityHeaders({ secure: isHttps(portalUrl), hsts: settings.HSTS, identityService }),
    noStore,
    ...(settings.CLIENT_PLACE_HEADER === undefined
      ? []
      : [clientPlace(settings.CLIENT_PLACE_HEADER, isProxy)]),
    cookieParser(),
    requireHost,
    requirePathParameters,
    pathHygiene,
    withoutVisitor,
    warnOfUntrustedProxy(log, isProxy),
    ...(toLocalhost ? [toLocalhost] : []),
    refuseOtherSites(portalUrl),
    dropDoubledCookies(cookies, portalUrl),
  );
  if (limits) app.use(limits.requests).use(signInPaths, limits.stepUps);
  app.use(oauth2.beforeHydra, account.beforeKratos, services.gateway.handler);

  app.use(oauth2.fallbacks);
  for (const name of pageNames) app.get(pageRow(name).path, page(services.loaders[name]));
  app.get('/api/csrf', (request, response) => {
    response.json({ token: csrf.token(request, response) });
  });
  app.use(account.reads);
  if (services.docs) app.use(services.docs);
  if (services.console) app.use(services.console.reads);

  if (services.console)
    app.use(
      '/manage',
      express.urlencoded({ extended: false, limit: consolePostLimit, parameterLimit: maxFields }),
    );
  app.use(express.urlencoded({ extended: false, limit: ownPostLimit, parameterLimit: maxFields }));
  app.use(account.posts, oauth2.posts);
  if (services.console) app.use(services.console.posts);

  app.use(() => {
    throw notFound();
  });
  app.use(errorHandler({ portalUrl, show, visitorOf, askingApplication }));

  return {
    handler: app,
    isProxy,
    askForFlows: services.flowsOff.ask,
    close: () => {
      services.endDeletions?.();
      services.people?.stop();
      services.documents?.close();
      provider.close();
      services.gateway.close();
      services.console?.close();
      audit.close();
    },
  };
}
