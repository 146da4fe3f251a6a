import type { Logger } from 'pino';
import type { PageName } from '../shared/page.ts';
import { accountRoutes } from './account/routes.ts';
import { customise } from './brand/customise.ts';
import { mailBrand } from './brand/mailBrand.ts';
import type { SettingsAndFiles } from './brand/readSettingsAndFiles.ts';
import { apiReference } from './apiReference/apiReference.ts';
import { adminPolicy } from './admin/adminPolicy.ts';
import { adminsOnly } from './admin/adminsOnly.ts';
import { auditLog } from './admin/audit.ts';
import { keepAdminAct } from './admin/history.ts';
import { recordLimited } from './forms/history.ts';
import { backToPage } from './forms/backToPage.ts';
import { createPageSteps } from './forms/pageSteps.ts';
import { adminSteps } from './gateway/actsOn.ts';
import { gateway } from './gateway/gateway.ts';
import { identityLimits } from './admin/identityLimits.ts';
import { auditSink } from './admin/auditSink.ts';
import { turnOffCodes } from './upstreams/turnOffCodes.ts';
import { deleteAccounts } from './deletions/deleteAccounts.ts';
import { createActLog } from './console/logAct.ts';
import { createRefusals } from './console/refusals.ts';
import { consoleRoutes } from './console/routes.ts';
import { createFlowMemory } from './hooks/flowMemory.ts';
import { kratosHooks } from './hooks/kratosHooks.ts';
import { loggedAddress } from './log/loggedAddress.ts';
import { sampleRefusals } from './log/sampleRefusals.ts';
import type { ObserveCall } from './upstreams/upstreamCall.ts';
import { createMailer } from './notices/mailer.ts';
import { indexPeople } from './people/indexPeople.ts';
import { oauth2Routes } from './oauth2/routes.ts';
import { closeDocs } from './operations/closeDocs.ts';
import type { Loader } from './pages/loader.ts';
import { createPages } from './pages/renderer.ts';
import { readFormFlow } from './upstreams/formFlow.ts';
import { renewSpent } from './upstreams/renewSpent.ts';
import { createClientDocuments } from './upstreams/clientDocuments/clientDocuments.ts';
import { createFlowsOff } from './upstreams/flowsOff.ts';
import { endOtherSessions } from './upstreams/ownSessions.ts';
import { createProvider } from './upstreams/provider.ts';
import { identityOf } from './upstreams/session.ts';
import { sessionOwners } from './upstreams/sessionCredentials.ts';
import type { AssetManifest } from './render/assets.ts';
import { cachePages } from './render/pageCache.ts';
import { localeCookie } from './render/locale.ts';
import { renderConsole } from './render/renderConsole.tsx';
import { renderPage } from './render/renderPage.tsx';
import { createBrowserCookies } from './security/cookies/browserCookies.ts';
import { createFirstFactors, type OwnersOf } from './security/firstFactors.ts';
import { createNotMeLinks } from './security/notMeLink.ts';
import { createLimits } from './security/limits/createLimits.ts';
import { inMemory, type MakeStore } from './security/limits/stores.ts';
import { type Upstream, upstreamSettings } from './operations/operation.ts';
import { recorder } from './store/recorder.ts';
import type { Store } from './store/store.ts';

type SettingName = (typeof upstreamSettings)[Upstream];

/** Returns the URL of each upstream, from the settings. */
function upstreamUrls(
  settings: Partial<Record<SettingName, string | undefined>>,
): Partial<Record<Upstream, string | undefined>> {
  return Object.fromEntries(
    Object.entries(upstreamSettings).map(([upstream, name]) => [upstream, settings[name]]),
  );
}

/** Some three hundred pages: more than the sign-in's in every language and theme. */
const pageCacheBytes = 8 * 1024 * 1024;

/** Longer than a sign-in's flow lasts, in milliseconds: a day. */
const flowMs = 24 * 60 * 60_000;

/** The settings, the log and the built client: all that is read before the start. */
export interface ServicesOptions {
  settings: SettingsAndFiles;
  log: Logger;
  /** The folder with the built client: `assets/` and the manifest's other files. */
  clientDirectory: string;
  assets: AssetManifest;
  /** Where the limits are counted: by default in this process. */
  makeStore?: MakeStore | undefined;
  /** What the portal keeps; without it, there is no history. */
  store?: Store | undefined;
  /** Gets each call to the provider; by default nobody does. */
  observeCall?: ObserveCall | undefined;
  /** Called for each audit line that could not be written; by default nobody is. */
  auditFailed?: (() => void) | undefined;
}

/**
 * Creates the parts that serve requests; the app puts them in order.
 *
 * @throws SettingsError when a file of the operator's brand cannot be read, or AUDIT_LOG cannot be written
 */
export function createServices({
  log,
  clientDirectory,
  makeStore = inMemory,
  store,
  observeCall,
  auditFailed,
  ...given
}: ServicesOptions) {
  const { product, assets, texts, files } = customise(given.settings, {
    clientDirectory,
    assets: given.assets,
  });
  const settings = { ...given.settings, PRODUCT_NAME: product };
  const { PORTAL_URL: portalUrl } = settings;
  const browserCookies = createBrowserCookies(settings);
  const { cookies, csrf } = browserCookies;
  const provider = createProvider(settings, cookies, observeCall);
  const { kratos } = provider;
  const limits =
    settings.RATE_LIMIT === 'off'
      ? undefined
      : createLimits({
          settings,
          makeStore,
          cookies,
          identityOf: ({ headers }) => identityOf(kratos, headers.cookie),
        });
  const upstreams = upstreamUrls(settings);
  const keptAddress = loggedAddress(settings.LOG_CLIENT_ADDRESS);
  const record = store && recorder(store.record, keptAddress);
  const firstFactors = store && createFirstFactors({ settings, makeStore, cookies });
  const ownersOf: OwnersOf = (headers) =>
    sessionOwners(headers, { kratos, cookies, waiting: firstFactors?.ownersOf });
  const notMeLinks = createNotMeLinks(settings);
  const mailer = createMailer({
    settings,
    look: () => mailBrand(settings.brand, product),
    texts,
    link: notMeLinks.seal,
  });
  store?.sendNotices(mailer.notice);
  const endDeletions =
    store && provider.identities
      ? deleteAccounts({ ...provider, identities: provider.identities, store, settings, log })
      : undefined;
  const people =
    store && provider.identities && settings.PEOPLE_INDEX === 'on'
      ? indexPeople({ identities: provider.identities, store, log })
      : undefined;
  // without the database nobody reads them either
  if (!people) store?.people.clear().catch(() => undefined);
  const sink = auditSink(settings.AUDIT_LOG, log, auditFailed);
  const audit = auditLog(sink, keptAddress, store && keepAdminAct(store, keptAddress));
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
  const flowsOff = createFlowsOff(kratos);
  const pages = createPages({
    ...browserCookies,
    settings,
    kratos,
    flowsOff,
    signedIn: limits?.rememberOwner,
    render: cachePages(
      (shown, context, nonce) => renderPage(shown, context, { assets, texts, nonce }),
      pageCacheBytes,
    ),
  });
  const documents =
    provider.hydra &&
    createClientDocuments({
      hydra: provider.hydra,
      hosts: settings.CLIENT_METADATA_HOSTS,
      scopes: settings.CLIENT_METADATA_SCOPES,
      networks: settings.CLIENT_METADATA_NETWORKS,
      resources: settings.PROTECTED_RESOURCES,
      log,
    });
  const pageSteps = createPageSteps({
    ...browserCookies,
    portalUrl,
    identities: provider.identities,
    readFormFlow: readFormFlow(kratos),
    renewSpent: renewSpent(kratos),
    record,
    ownersOf,
    oauth2: {
      acceptsDocuments: settings.CLIENT_METADATA_HOSTS.length > 0,
      isOperators: async (id) => (await documents?.isOperators(id)) ?? true,
      noteUse: (id) => void documents?.know(id).catch(() => undefined),
      resources: settings.PROTECTED_RESOURCES,
      saysContext: settings.AUTHENTICATION_CONTEXT === 'on',
      audienceOf: async (token) => provider.hydra?.audienceOf(token),
    },
    endOtherSessions: (cookie) => endOtherSessions({ kratos, cookie }),
    turnOffCodes: (cookie) => turnOffCodes({ kratos, cookie }),
  });
  const actsOn = store && provider.identities && adminSteps(provider.identities);
  const oauth2 = oauth2Routes({
    settings,
    provider,
    browserCookies,
    record,
    show: pages.show,
    documents,
    countDocument: limits?.countDocument,
    limitUserCodes: limits ? [limits.userCodes] : [],
  });
  const account = accountRoutes({
    settings,
    provider,
    browserCookies,
    record,
    ownersOf,
    page: pages.page,
    texts,
    store,
    links: notMeLinks,
    forApplications: oauth2.forApplications,
    spentCodes: makeStore('spent codes', flowMs),
  });
  const actLog = store && createActLog(store, sink, keptAddress);
  const consolePages =
    store && record && actLog && provider.identities
      ? consoleRoutes({
          ...actLog,
          refusals: createRefusals(
            actLog.logAct,
            sampleRefusals((outcomes) =>
              sink.info({ audit: 'refusals', outcomes }, 'more console acts refused'),
            ),
          ),
          taken: makeStore('console forms', flowMs),
          record,
          mailRecovery: mailer.recovery,
          refresh: people?.refresh,
          settings,
          provider,
          store,
          limits,
          browserCookies,
          identities: provider.identities,
          visitorOf: pages.visitorOf,
          contextOf: pages.contextOf,
          render: renderConsole({ assets, texts }),
        })
      : undefined;

  return {
    /** The console; undefined without a database, or KRATOS_ADMIN_URL. */
    console: consolePages,
    /** What Kratos asks before it registers, signs in or changes somebody. */
    hooks: kratosHooks({
      keys: settings.KRATOS_HOOKS_KEY,
      provider,
      browserCookies,
      memory: createFlowMemory(makeStore('refused', flowMs), makeStore('completed', flowMs)),
      record,
      firstFactors,
      consentVersion: settings.CONSENT_VERSION,
      chosenLanguage: (header) => localeCookie.read(header, portalUrl),
    }),
    /** The given settings, with the brand's product name. */
    settings,
    /** The files of the operator's brand and texts. */
    files,
    provider,
    documents,
    flowsOff,
    browserCookies,
    /** Undefined if RATE_LIMIT is off. */
    limits,
    audit,
    /** Stops deleting accounts. */
    endDeletions,
    /** The index of people; undefined without a database or Kratos' admin API, and where PEOPLE_INDEX is off. */
    people,
    gateway: gateway({
      upstreams,
      adminToken: settings.ORY_ADMIN_API_TOKEN,
      portalUrl,
      cookies,
      timeoutMs: settings.PROVIDER_TIMEOUT_MS,
      observeCall,
      authorize,
      servedAs,
      own: identityLimits(limits?.lockouts, provider.identities),
      countForm: limits?.countForm,
      noteLimited: recordLimited({ record, identities: provider.identities }),
      firstFactors,
      countClientCall: limits?.countClientCall,
      csrf: csrf.protect,
      pageSteps: async (visit) => (await actsOn?.(visit)) ?? pageSteps(visit),
      backToPage: backToPage({ ...browserCookies, portalUrl }),
    }),
    pages,
    account,
    oauth2,
    /** A loader for every page. */
    loaders: { ...account.loaders, ...oauth2.loaders } satisfies Record<PageName, Loader>,
    /** The API reference; undefined if API_DOCS is off. */
    docs:
      settings.API_DOCS === 'off'
        ? undefined
        : apiReference({
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
              identityServiceUrl: settings.IDENTITY_SERVICE_URL,
            },
            csrfToken: csrf.token,
          }),
  };
}
