import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import express from 'express';
import { closeHarness } from '../../../test/support/gatewayHarness.ts';
import { oauth2Harness, session, type Answers } from '../../../test/support/oauth2Harness.ts';
import { productTexts } from '../../render/texts.ts';
import { readSettings } from '../../settings/config.ts';
import type { Store } from '../../store/store.ts';
import { archiveName, download, type DownloadOptions } from './download.ts';

afterEach(closeHarness);

const signedIn = (minutesAgo: number): [number, object] => [
  200,
  { ...session, authenticated_at: new Date(Date.now() - minutesAgo * 60_000).toISOString() },
];

const ada: Answers = {
  'GET /sessions/whoami': signedIn(1),
  'GET /admin/identities/ada': [
    200,
    { id: 'ada', verifiable_addresses: [{ value: 'ada@example.org', verified: true }] },
  ],
};

/** Posts the form to a portal whose Kratos answers so. */
async function post(kratos: Answers) {
  const portal = await oauth2Harness({}, kratos);
  const answer = await portal.post('/data/download', {});
  return { portal, answer };
}

test('answers with an archive to save, which nobody keeps, and notes it in the history', async () => {
  const { portal, answer } = await post(ada);
  expect([answer.status, answer.headers]).toEqual([
    200,
    expect.objectContaining({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename=${archiveName('Stethoscope', new Date())}`,
    }),
  ]);
  expect(portal.happened).toMatchObject([{ identity: 'ada', kind: 'dataDownloaded' }]);
});

const back = encodeURIComponent('http://portal.test/data');

test.each<[string, Answers, number, string | undefined]>([
  [
    'who has not signed in recently confirms first',
    { 'GET /sessions/whoami': signedIn(16) },
    303,
    `/login?refresh=true&return_to=${back}`,
  ],
  [
    'whose session is over signs in',
    { 'GET /sessions/whoami': [401] },
    303,
    `/login?return_to=${back}&ended=true`,
  ],
  ['who lacks the second factor gives it on the page', { 'GET /sessions/whoami': [403] }, 303, '/data'],
  [
    'who is unknown, as Kratos does not tell, sees an error',
    { 'GET /sessions/whoami': [500] },
    502,
    undefined,
  ],
  ['whom Kratos cannot describe sees an error', { 'GET /admin/identities/ada': [500] }, 502, undefined],
])('somebody %s', async (_who, kratos, status, location) => {
  const { portal, answer } = await post({ ...ada, ...kratos });
  expect([answer.status, answer.headers.location]).toEqual([status, location]);
  expect(portal.happened).toEqual([]);
});

test('refuses a form without the token of this browser', async () => {
  const portal = await oauth2Harness({}, ada);
  const answer = await portal.post('/data/download', { _csrf: 'other' });
  expect(answer.status).toBe(403);
  expect(portal.happened).toEqual([]);
});

test('is no failure for a browser that cancels it', async () => {
  const event = { id: 'e', kind: 'signedIn', at: 1, about: { method: 'x'.repeat(1000) } } as const;
  const history: Store['history'] = () =>
    Promise.resolve({ events: Array.from({ length: 50 }, () => event), next: 'more', isFirst: true });
  const options = {
    settings: readSettings({ KRATOS_PUBLIC_URL: 'http://127.0.0.1:9' }),
    texts: productTexts,
    provider: { identities: { get: () => Promise.resolve({ id: 'ada' }), everySession: () => [] } },
    store: { history } as Store,
  } as unknown as DownloadOptions;
  const ended = Promise.withResolvers<undefined>();
  const server = express()
    .get('/', (request, response) => {
      download(options)(request, response, session as never).then(
        () => ended.resolve(undefined),
        ended.reject,
      );
    })
    .listen(0);
  const browser = new AbortController();
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}`, { signal: browser.signal });
  await answer.body?.getReader().read();
  browser.abort();
  await ended.promise;
  server.close();
  await once(server, 'close');
});

test.each([
  ['Stethoscope', 'stethoscope-data-2026-11-28.zip'],
  ['Praxis Dr. Müller & Co.', 'praxis-dr-muller-co-data-2026-11-28.zip'],
  ['聴診器', 'account-data-2026-11-28.zip'],
])('names the archive of %s %s', (product, name) => {
  expect(archiveName(product, new Date('2026-11-28T23:00:00Z'))).toBe(name);
});
