/**
 * @jest-environment jsdom
 * @jest-environment-options {"customExportConditions": ["node", "node-addons"]}
 */
import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { act } from '@testing-library/react';
import fc from 'fast-check';
import { hydrateRoot } from 'react-dom/client';
import { App } from '../../client/App.tsx';
import type { ServedPage } from '../../client/hydrate.tsx';
import { portalIntl, servedZone } from '../../client/portalIntl.ts';
import type { FlowKind } from '../../shared/page.ts';
import { anyFlow, anyFlowError, anySession, anySessions, runs } from '../../test/support/flows/anyAnswer.ts';
import { flowOf, input } from '../../test/support/flows/flowParts.ts';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { emptyManifest } from '../../test/support/emptyManifest.ts';
import { someContext } from '../../test/support/someContext.ts';
import { readSettings } from '../settings/config.ts';
import { error } from '../account/error.ts';
import { login } from '../account/login.ts';
import { withLoginChallenge } from '../oauth2/loginChallenge.ts';
import type { Loader } from '../pages/loader.ts';
import { createFlowsOff } from '../upstreams/flowsOff.ts';
import { recovery } from '../account/recovery.ts';
import { registration } from '../account/registration.ts';
import { settings } from '../account/settings.ts';
import { verification } from '../account/verification.ts';
import type { KratosFrontend } from '../upstreams/kratos.ts';
import { sentRequest } from '../upstreams/providerRequest.ts';
import { displayName, signInAddress, visitor } from '../upstreams/session.ts';
import { createBrowserCookies } from '../security/cookies/browserCookies.ts';
import { inMemory } from '../security/limits/stores.ts';
import { catalogues } from './catalogues.ts';
import { components } from './components.ts';
import { renderPage } from './renderPage.tsx';

const cookies = createBrowserCookies({
  COOKIE_SECRET: 'a secret',
  PORTAL_URL: 'http://portal.test',
  SESSION_COOKIE_NAME: 'ory_kratos_session',
});
const dependencies = { ...cookies, hydra: undefined, credentials: undefined, store: undefined };
const forApplication = (load: Loader) => withLoginChallenge(load, dependencies);
const loaders: Record<FlowKind, Loader> = {
  login: forApplication(login(cookies)),
  registration: forApplication(registration(cookies)),
  recovery: recovery(cookies),
  verification: verification({ ...cookies, spentCodes: inMemory('spent codes', 1) }),
  settings: settings(dependencies),
};
const kinds = Object.keys(loaders) as FlowKind[];
/** How much later than the server the browser renders, in milliseconds. */
const delay = 90_000;
interface Answers {
  whoami?: unknown;
  sessions?: unknown;
  other?: unknown;
}

/** A provider that answers every call with status 200. */
const answering = ({ whoami, sessions, other }: Answers): KratosFrontend => ({
  answer: async (built) => {
    const { path } = await sentRequest(built);
    const bodies: Record<string, unknown> = { '/sessions/whoami': whoami, '/sessions': sessions };
    const [resource = ''] = path.split('?');
    const body = resource in bodies ? bodies[resource] : other;
    return { status: 200, body: JSON.parse(JSON.stringify(body ?? null)) as unknown, setCookie: [] };
  },
});

const hydrationErrors: unknown[] = [];
let offset = 0;

/**
 * The property `autofocus` of every element (HTML, section 6.6.7), which React compares; jsdom has it only on form controls.
 */
const autofocus: PropertyDescriptor & ThisType<HTMLElement> = {
  configurable: true,
  get() {
    return this.hasAttribute('autofocus');
  },
};

beforeAll(() => {
  Object.defineProperty(HTMLElement.prototype, 'autofocus', autofocus);
  // missing in jsdom, which has no layout
  Element.prototype.scrollIntoView = () => undefined;
});
beforeEach(() => {
  const now = Date.now.bind(Date);
  jest.spyOn(Date, 'now').mockImplementation(() => now() + offset);
  jest.spyOn(console, 'error').mockImplementation((...texts) => void hydrationErrors.push(texts));
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Returns the page that the portal serves with a provider that answers so; undefined if it redirects. */
async function serve(load: Loader, answers: Answers): Promise<string | undefined> {
  offset = 0;
  const kratos = answering(answers);
  const who = await visitor(kratos, 'ory_kratos_session=x');
  const loaded = await load({
    url: '/page?flow=f1',
    query: new URLSearchParams('flow=f1'),
    cookie: 'ory_kratos_session=x',
    locale: 'en',
    referrer: undefined,
    hasSessionCookie: true,
    isTopLevel: true,
    isFromOtherSite: false,
    visitor: () => Promise.resolve(who),
    kratos,
    flowsOff: createFlowsOff(kratos),
    settings: readSettings({
      PORTAL_URL: 'http://localhost:3000',
      KRATOS_PUBLIC_URL: 'http://kratos.example',
      COOKIE_SECRET: 'a secret of thirty-two characters or more',
    }),
  });
  if ('redirect' in loaded) return undefined;
  expect(loaded.status ?? 200).toBeLessThan(600);
  const session = who.kind === 'signedIn' && {
    signedInAs: displayName(who.session),
    signedInAddress: signInAddress(who.session),
  };
  const context = { ...someContext, ...session, servedAt: Date.now() };
  return Buffer.from(
    renderPage(loaded.page, context, { assets: emptyManifest, nonce: 'n' }),
    'latin1',
  ).toString('utf8');
}

/** Hydrates a served page as the browser does, and returns React's errors. */
async function hydrated(html: string): Promise<unknown[]> {
  hydrationErrors.length = 0;
  const served = new DOMParser().parseFromString(html, 'text/html');
  const { page, context } = JSON.parse(served.getElementById('page')?.textContent ?? '') as ServedPage;
  document.body.innerHTML = served.querySelector('main')?.outerHTML ?? '';
  const root = document.body.children[0] ?? document.body;
  const app = (
    <App
      page={page}
      context={context}
      intl={portalIntl(context.locale, catalogues[context.locale], { timeZone: servedZone })}
      component={components[page.name]}
    />
  );
  offset = delay;
  const hydration = await act(() =>
    hydrateRoot(root, app, {
      onRecoverableError: (problem) => hydrationErrors.push(problem),
      onUncaughtError: (problem) => hydrationErrors.push(problem),
    }),
  );
  act(() => hydration.unmount());
  return hydrationErrors;
}

/** Expects a page to hydrate without errors from React. */
async function hydratesCleanly(load: Loader, answers: Answers): Promise<void> {
  const html = await serve(load, answers);
  if (html !== undefined) expect(await hydrated(html)).toEqual([]);
}

test.each(kinds)(
  'whatever a %s flow lacks, its page is served and hydrates without a mismatch',
  async (kind) => {
    const answers = fc.record({ other: anyFlow(kind), whoami: anySession, sessions: anySessions });
    await fc.assert(
      fc.asyncProperty(answers, (given) => hydratesCleanly(loaders[kind], given)),
      runs,
    );
  },
  runs.timeLimit,
);

test('a button that needs a script hydrates without a mismatch, also if its method is unknown', async () => {
  await hydratesCleanly(loaders.login, { other: flowOf('login', [input('thought', 'think', 'button')]) });
});

test('a sign-up whose address is taken hydrates without a mismatch, with the focus on the link to the sign-in', async () => {
  await hydratesCleanly(loaders.registration, { other: recordedFlow('registration-taken') });
  expect(await serve(loaders.registration, { other: recordedFlow('registration-taken') })).toMatch(
    /<a href="\/login\?existing=[^>]*autofocus/,
  );
});

test(
  'whatever an error of the provider lacks, its page is served and hydrates without a mismatch',
  async () => {
    await fc.assert(
      fc.asyncProperty(anyFlowError, (other) => hydratesCleanly(error(cookies), { other })),
      runs,
    );
  },
  runs.timeLimit,
);
