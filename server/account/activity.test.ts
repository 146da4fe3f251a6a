import { expect, jest, test } from '@jest/globals';
import type { Activity } from '../../shared/activity.ts';
import { closeHarness } from '../../test/support/gatewayHarness.ts';
import { getPage, portalWith } from '../../test/support/servedPage.ts';
import type { Loaded, Visit } from '../pages/loader.ts';
import type { HistoryPage } from '../store/events.ts';
import type { Store } from '../store/store.ts';
import type { Visitor } from '../upstreams/session.ts';
import { activity } from './activity.ts';

const ada = { kind: 'signedIn', session: { id: 's1', identity: { id: 'ada', traits: {} } } } as Visitor;
const token = Buffer.from('1 e1').toString('base64url');
const event: Activity = { id: 'e1', kind: 'signedIn', at: 1, about: { method: 'password' } };

/** A store with this page of every history. */
function storeWith(page: Partial<HistoryPage> = {}) {
  const history = jest.fn<Store['history']>(() =>
    Promise.resolve({ events: [event], next: undefined, isFirst: true, ...page }),
  );
  return { store: { history } as unknown as Store, history };
}

/** Visits the page: as Ada, unless somebody else does. */
async function visit(
  store: Store | undefined,
  { query = '', who = ada, hasSessionCookie = true } = {},
): Promise<Loaded> {
  const url = `/activity${query}`;
  return activity(store)({
    url,
    query: new URLSearchParams(query),
    hasSessionCookie,
    settings: { PORTAL_URL: 'https://portal.example', KRATOS_HOOKS_KEY: [] },
    visitor: () => Promise.resolve(who),
  } as unknown as Visit);
}

const propsOf = (loaded: Loaded): unknown => ('page' in loaded ? loaded.page.props : loaded);

test('shows the history of the signed-in account alone, whatever the query names', async () => {
  const { store, history } = storeWith();
  const loaded = await visit(store, { query: '?identity=bob' });
  expect(propsOf(loaded)).toEqual({ events: [event] });
  expect(history.mock.calls).toEqual([['ada', { group: undefined, after: undefined }]]);
});

test('passes the filter and the token on, and links to the pages before and after', async () => {
  const { store, history } = storeWith({ next: 'n', isFirst: false });
  const loaded = await visit(store, { query: `?show=changes&after=${token}` });
  expect(history.mock.calls).toEqual([['ada', { group: 'changes', after: token }]]);
  expect(propsOf(loaded)).toMatchObject({
    show: 'changes',
    olderUrl: '/activity?show=changes&after=n',
    latestUrl: '/activity?show=changes',
  });
});

test.each(['?show=everything', '?show=', '?show=constructor', '?show=signedIn'])(
  'shows everything for the unknown filter in %s',
  async (query) => {
    const { store, history } = storeWith();
    expect(propsOf(await visit(store, { query }))).toEqual({ events: [event] });
    expect(history.mock.calls[0]?.[1].group).toBeUndefined();
  },
);

test('names the browser, and leaves out names that are not fit to be shown', async () => {
  const about = {
    application: '\u202eclinic',
    method: 'password',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  };
  const { store } = storeWith({ events: [{ ...event, about }] });
  const shown = { ...event, about: { method: 'password' }, device: { browser: 'Firefox', system: 'Linux' } };
  expect(propsOf(await visit(store))).toEqual({ events: [shown] });
});

test('says that the history cannot be read, and shows no list, if the store fails', async () => {
  const history = () => Promise.reject(new Error('away'));
  expect(propsOf(await visit({ history } as unknown as Store, { query: '?show=changes' }))).toEqual({
    show: 'changes',
  });
});

const back = `return_to=${encodeURIComponent('/activity?show=changes')}`;

test.each([
  [
    'a signed-out visitor to the sign-in',
    { who: { kind: 'signedOut' }, hasSessionCookie: false },
    `/login?${back}`,
  ],
  [
    'one whose session has ended as well, and says so',
    { who: { kind: 'signedOut' } },
    `/login?${back}&ended=true`,
  ],
  ['one who lacks the second factor to that', { who: { kind: 'secondFactor' } }, `/login?aal=aal2&${back}`],
] as [string, { who: Visitor; hasSessionCookie?: boolean }, string][])(
  'leads %s, and back',
  async (_who, options, redirect) => {
    const { store, history } = storeWith();
    expect(await visit(store, { query: '?show=changes', ...options })).toEqual({ redirect });
    expect(history).not.toHaveBeenCalled();
  },
);

test('is an error while Kratos does not say who is signed in', async () => {
  await expect(visit(storeWith().store, { who: { kind: 'unknown' } })).rejects.toMatchObject({ status: 502 });
});

test('is not found where the portal keeps no history', async () => {
  await getPage(await portalWith(), '/activity').expect(404);
  closeHarness();
});
