import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Fields } from '../../shared/fields.ts';
import { readFlow } from '../../shared/flow/readFlow.ts';
import type { FlowKind, Page, PageContext } from '../../shared/page.ts';
import { emptyManifest } from '../../test/support/emptyManifest.ts';
import { recordedFlow, recordedFlows } from '../../test/support/flows/recordedFlow.ts';
import { someContext } from '../../test/support/someContext.ts';
import { cachePages } from './pageCache.ts';
import { renderPage } from './renderPage.tsx';

const render = (page: Page, context: PageContext, nonce: string): string =>
  renderPage(page, context, { assets: emptyManifest, nonce });

const manyBytes = 10_000_000;

/** The values in which visits differ. */
interface Visit {
  id: string;
  flowToken: string;
  csrfToken: string;
  nonce: string;
  scriptNonce: string;
  challenge: string;
  user: string;
  at: number;
}

const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
const base64 = (length: number) => fc.stringMatching(new RegExp(`^[A-Za-z0-9+/]{${length}}==$`));
const visits: fc.Arbitrary<Visit> = fc.record({
  id: fc.uuid(),
  flowToken: base64(86),
  csrfToken: fc.tuple(hex(64), hex(64)).map((halves) => halves.join('.')),
  nonce: base64(22),
  scriptNonce: fc.uuid(),
  challenge: fc.stringMatching(/^[\w-]{43}$/),
  user: fc.stringMatching(/^[\w-]{86}$/),
  at: fc.integer({ min: 1_600_000_000_000, max: 1_900_000_000_000 }),
});

const valuesOf = (visit: Visit): string[] => Object.values(visit).map(String);

/** A page of a flow as it is rendered: page, context and nonce. */
type Shown = Parameters<typeof render>;

interface Recorded {
  kind: FlowKind;
  flow: object;
}

const links = {
  login: { lastMethods: [], signupUrl: '/registration', forgotPasswordUrl: '/recovery' },
  registration: { loginUrl: '/login', recoveryUrl: '/recovery' },
  recovery: { loginUrl: '/login' },
  verification: { loginUrl: '/login', signupUrl: '/registration' },
  settings: { logoutUrl: '/logout' },
};

/** Texts with a visit's values in them, as titles of fields. */
const titles: ((visit: Visit) => string)[] = [
  () => 'Email',
  ({ id }) => `Your code ${id}`,
  ({ flowToken, id }) => `"value":"${flowToken}" <${id}> & "flow"`,
  ({ csrfToken, nonce }) => `"csrfToken":"${csrfToken}" nonce="${nonce}"`,
  ({ challenge, scriptNonce, user }) => `${encodeURIComponent(challenge)} "${scriptNonce}" ${user}`,
  ({ at }) => `"servedAt":${at},"issued_at":"${new Date(at - 5).toISOString()}"`,
];

const [plainTitle = () => ''] = titles;

/** Returns a recorded flow's page as one visitor sees it. @param title of each field */
function shownTo(
  visit: Visit,
  { kind, flow }: Recorded,
  title = plainTitle,
  more: Partial<PageContext> = {},
): Shown {
  const recorded = flow as Fields & { id: string };
  const own = JSON.stringify(recorded)
    .replaceAll(recorded.id, visit.id)
    .replace(/(\\"challenge\\":\\")[\w-]+/g, `$1${visit.challenge}`)
    .replace(/(\\"user\\":\{[^{}]*\\"id\\":\\")[\w-]+/g, `$1${visit.user}`);
  const json = JSON.parse(own) as Fields & {
    ui: { nodes: { attributes: Fields; meta: { label?: Fields } }[] };
  };
  json.issued_at = new Date(visit.at - 5).toISOString();
  json.expires_at = new Date(visit.at + 600_000).toISOString();
  if ('created_at' in json) json.created_at = json.updated_at = new Date(visit.at - 1).toISOString();
  for (const { attributes, meta } of json.ui.nodes) {
    if (attributes.nonce !== undefined) attributes.nonce = visit.scriptNonce;
    if (attributes.name === 'csrf_token') attributes.value = visit.flowToken;
    else if (meta.label)
      Object.assign(meta.label, { id: 1_070_002, text: title(visit), context: { title: title(visit) } });
  }
  const page = { name: kind, props: { flow: readFlow(json), ...links[kind] } };
  const context = {
    ...someContext,
    ...more,
    path: `/${kind}?flow=${visit.id}`,
    csrfToken: visit.csrfToken,
    servedAt: visit.at,
  };
  return [page as Page, context, visit.nonce];
}

const contexts: Partial<PageContext>[] = [
  {},
  { locale: 'pl', region: 'pl-PL', theme: 'dark' },
  { savesData: true, supportEmail: 'help@example.org', passwordMinLength: 8, requestTimeoutMs: 500 },
  { signedInAs: 'Ada' },
];

/** Counts how often pages are rendered. */
function countedCache(maxBytes = manyBytes): { cached: typeof render; count: () => number } {
  let count = 0;
  const cached = cachePages((...shown) => {
    count += 1;
    return render(...shown);
  }, maxBytes);
  return { cached, count: () => count };
}

// without a bias, which prefers small values, so that no two visits have one in common
const someVisits = fc.sample(fc.noBias(visits), 4);
const visitedLast = Math.max(...someVisits.map(({ at }) => at));
const signIn: Recorded = { kind: 'login', flow: recordedFlow('login') };

/** The renderings of a page that is cached, however often it is visited: twice for visitors, and once for the cache. */
const renderingsOfCached = 3;

/** Returns how often four visits render a page. @param change makes it another page */
function renderings(recorded: Recorded, change: (shown: Shown) => void = () => undefined): number {
  const { cached, count } = countedCache();
  for (const visit of someVisits) {
    const shown = shownTo(visit, recorded);
    change(shown);
    cached(...shown);
  }
  return count();
}

describe('a page from the cache', () => {
  test('equals the rendered page byte for byte: every recorded flow, with values inside its texts', () => {
    const cached = cachePages(render, manyBytes);
    for (const recorded of recordedFlows)
      fc.assert(
        fc.property(
          fc.constantFrom(...titles),
          fc.constantFrom(...contexts),
          fc.array(visits, { minLength: 3, maxLength: 3 }),
          (title, context, several) => {
            for (const visit of several) {
              const shown = shownTo(visit, recorded, title, context);
              expect(cached(...shown)).toBe(render(...shown));
            }
          },
        ),
        { numRuns: 2 },
      );
  });

  test('never contains a value of another visit', () => {
    const cached = cachePages(render, manyBytes);
    for (const recorded of recordedFlows)
      for (const visit of someVisits) {
        const html = cached(...shownTo(visit, recorded));
        const others = someVisits.filter((one) => one !== visit);
        for (const value of others.flatMap(valuesOf)) expect(html).not.toContain(value);
      }
  });

  test('shows a flow that has just begun', () => {
    const kept = recordedFlows.filter((recorded) => renderings(recorded) === renderingsOfCached);
    expect(kept.map(({ name }) => name)).toEqual([
      'identifier-first',
      'login-passwordless',
      'login',
      'recovery-address',
      'recovery',
      'registration-two-step',
      'verification',
    ]);
  });

  test('can be a sign-up with a passkey, whose challenges differ at each visit', () => {
    const { ui, ...rest } = recordedFlow('registration');
    const nodes = ui.nodes.filter(({ group, type }) => group !== 'webauthn' || type === 'script');
    expect(renderings({ kind: 'registration', flow: { ...rest, ui: { ...ui, nodes } } })).toBe(
      renderingsOfCached,
    );
  });

  test.each<[string, (shown: Shown) => void]>([
    ['somebody who is signed in', ([, context]) => (context.signedInAs = 'Ada')],
    ['somebody who is signed in and has no address', ([, context]) => (context.signedInAddress = undefined)],
    ['somebody whose second factor is asked for', ([, context]) => (context.awaitsSecondFactor = true)],
    ['a remembered address', ([page]) => Object.assign(page.props, { lastAddress: 'ada@example.org' })],
    ['a warning', ([, context]) => (context.warning = 'doubledCookies')],
    ['an application', ([page]) => Object.assign(page.props, { application: { challenge: 'c' } })],
    ['a prop that is not known', ([page]) => Object.assign(page.props, { invitedBy: 'Ada' })],
    ['a context that is not known', ([, context]) => Object.assign(context, { tenant: 'north' })],
    ...Object.entries({
      messages: { ui: recordedFlow('login-wrong-password').ui },
      'a typed address': { ui: recordedFlow('identifier-first-password').ui },
      'a sent code': { state: 'sent_email' },
      'an unknown state': { state: 'asks_ada' },
      'a confirmation': { refresh: true },
      'a second factor': { requested_aal: 'aal2' },
      'an application’s request': { oauth2_login_challenge: 'c' },
      'an app': { type: 'api' },
      'a field that is not known': { invited_by: 'Ada' },
      'an id of another form': { id: 'flow-of-ada' },
      'a time of another form': { issued_at: 'Monday' },
    }).map(([what, change]): [string, (shown: Shown) => void] => [
      `a flow with ${what}`,
      ([page]) => {
        const props = page.props as { flow: Fields };
        props.flow = { ...props.flow, ...change };
      },
    ]),
  ])('is not used for %s', (_whose, change) => {
    expect(renderings(signIn, change)).toBe(someVisits.length);
  });

  test('is discarded if it differs from the rendered page', () => {
    let count = 0;
    const cached = cachePages((page, context, nonce) => {
      count += 1;
      return `${render(page, context, nonce)}<!-- ${nonce.length} -->`;
    }, manyBytes);
    for (const visit of someVisits) cached(...shownTo(visit, signIn));
    expect(count).toBe(someVisits.length + 1);
  });

  test('is rendered for each visit if it cannot be rendered with markers in place of the values', () => {
    let count = 0;
    const cached = cachePages((page, context, nonce) => {
      count += 1;
      if ((context.servedAt ?? 0) > visitedLast) throw new Error('not a time');
      return render(page, context, nonce);
    }, manyBytes);
    for (const visit of someVisits) {
      const shown = shownTo(visit, signIn);
      expect(cached(...shown)).toBe(render(...shown));
    }
    expect(count).toBe(someVisits.length + 1);
  });

  test('is dropped when others need its room', () => {
    const { cached, count } = countedCache(40_000);
    const visitTwice = (title: string): void => {
      for (const visit of someVisits.slice(0, 2)) cached(...shownTo(visit, signIn, () => title));
    };
    for (const title of ['a', 'b', 'c']) visitTwice(title);
    const before = count();
    visitTwice('c');
    expect(count()).toBe(before);
    visitTwice('a');
    expect(count()).toBeGreaterThan(before);
  });
});
