import { setTimeout as pause } from 'node:timers/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { newDirectory } from '../../../test/support/newDirectory.ts';
import { unzip } from '../../../test/support/unzip.ts';
import { productTexts } from '../../render/texts.ts';
import { openStore, type Store } from '../../store/store.ts';
import type { SentMessage } from '../../upstreams/courier.ts';
import type { Provider } from '../../upstreams/provider.ts';
import { storedIdentity } from '../../upstreams/storedIdentity.ts';
import { upstreamFailed } from '../../upstreams/upstreamErrors.ts';
import { archiveOf, type ArchiveOptions } from './archive.tsx';
import { storeDefaults } from '../../../test/support/useStores.ts';

const at = new Date('2026-11-28T10:00:00Z');

const account = (more: object = {}) =>
  storedIdentity.parse({
    id: 'ada',
    schema_id: 'default',
    state: 'active',
    created_at: '2026-01-02T03:04:05Z',
    traits: { email: 'ada@example.org', name: { first: '<Ada>' }, doctor: true, tags: ['a', null] },
    verifiable_addresses: [
      { value: 'ada@example.org', verified: true, verified_at: '2026-01-02T03:05:00Z' },
      { value: 'other@example.org', verified: false },
    ],
    recovery_addresses: [{ value: 'ada@example.org' }, { value: 'rescue@example.org' }],
    metadata_admin: { note: 'not for Ada' },
    credentials: {
      password: { created_at: '2026-01-02T03:04:05Z', config: { hashed_password: '$2a$hash' } },
      code: { identifiers: ['ada@example.org'] },
      oidc: { identifiers: ['google:1234567890'] },
      passkey: {
        identifiers: ['handle'],
        config: {
          credentials: [{ id: 'key-id', display_name: 'Laptop', added_at: '2026-02-03T00:00:00Z' }],
        },
      },
      webauthn: { config: { credentials: [] } },
    },
    ...more,
  });

/** Reads a whole archive. */
async function filesOf(options: Partial<ArchiveOptions>) {
  const archive = archiveOf({
    identity: account(),
    provider: {},
    store: undefined,
    intl: productTexts.formatter('en'),
    product: 'Stethoscope',
    at,
    ...options,
  });
  const { 'data.json': json = '', 'data.html': html = '' } = unzip(
    Buffer.from(await new Response(archive).arrayBuffer()),
  );
  return { data: JSON.parse(json) as Record<string, unknown>, json, html };
}

async function* pages<Item>(...items: Item[][]): AsyncGenerator<Item[], void> {
  for (const page of items) yield Promise.resolve(page);
}

/** A list that fails after its first page. */
async function* broken<Item>(...items: Item[]): AsyncGenerator<Item[], void> {
  yield Promise.resolve(items);
  throw upstreamFailed();
}

test('has the identity, its addresses and its credentials, without secrets and what tells them from others', async () => {
  const { data, json, html } = await filesOf({});
  expect(data).toEqual({
    product: 'Stethoscope',
    createdAt: at.toISOString(),
    identity: {
      id: 'ada',
      schema: 'default',
      state: 'active',
      createdAt: '2026-01-02T03:04:05Z',
      traits: account().traits,
    },
    addresses: [
      { address: 'ada@example.org', verified: true, verifiedAt: '2026-01-02T03:05:00Z' },
      { address: 'other@example.org', verified: false },
      { address: 'rescue@example.org', verified: false },
    ],
    credentials: [
      { kind: 'password', createdAt: '2026-01-02T03:04:05Z' },
      { kind: 'code' },
      { kind: 'oidc', name: 'google' },
      { kind: 'passkey', name: 'Laptop', createdAt: '2026-02-03T00:00:00Z' },
    ],
    couldNotBeRead: [],
  });
  for (const text of [json, html]) expect(text).not.toMatch(/hash|key-id|handle|1234567890|not for Ada/);
  expect(html).toMatch(
    /^<!doctype html><html lang="en">.*<title>Your data at Stethoscope<\/title>.*<\/html>$/s,
  );
  expect(html).toContain('<td>First name</td><td>&lt;Ada&gt;</td>');
  expect(html).toContain('<td>I am a trained healthcare professional</td><td>Yes</td>');
  expect(html).toContain('<td>Passkey: Laptop</td><td>Feb 3, 2026, 12:00:00 AM</td>');
  expect(html).not.toMatch(/<script|https?:/);
});

test('says in words what somebody has agreed to, beside what else the operator keeps', async () => {
  const agreement = { version: '2', at: '2026-11-28T08:00:00Z' };
  const { html } = await filesOf({ identity: account({ metadata_public: { agreement, tier: 'gold' } }) });
  expect(html).toMatch(/<td>What you agreed to<\/td><td>Version 2, on Nov 28, 2026, 8:00:00\sAM\.<\/td>/);
  expect(html).toContain('<td>tier</td><td>gold</td>');
  expect(html).not.toContain('agreement.');
});

test('is in the language of the reader, and escapes the names of others', async () => {
  const { html } = await filesOf({
    intl: productTexts.formatter('de'),
    product: '</title><script>',
    identity: account({ metadata_public: { '<template></template>': '<template></template>' } }),
  });
  expect(html).toContain('<html lang="de">');
  expect(html).toContain('Ihre Daten bei &lt;/title&gt;&lt;script&gt;</title>');
  expect(html).not.toMatch(/<script|<template/);
  expect(html).toMatch(/<\/html>$/);
});

test('keeps whatever somebody has typed as it is for programs, and as text for people', async () => {
  const traits = {
    email: 'ada@example.org',
    '</td><script>alert(1)</script>': '<img src=x onerror=alert(1)>',
    name: { first: 'A\u0000da', last: '\u202eecalevoL', middle: '\ud800' },
    note: `</table>${'ü'.repeat(1_000_000)}`,
  };
  const { data, html } = await filesOf({ identity: account({ traits }) });
  expect(data.identity).toMatchObject({ traits });
  expect(html).not.toMatch(/<(?:script|img)/);
  expect(html.match(/<table>/g)).toHaveLength(html.match(/<\/table>/g)?.length ?? 0);
  expect(html).toContain('<td>&lt;img src=x onerror=alert(1)&gt;</td>');
  expect(html).toContain(`<td>&lt;/table&gt;${'ü'.repeat(1_000_000)}</td>`);
});

test('lists what was mailed to proved addresses alone, without what may be a code', async () => {
  const asked: string[] = [];
  const messagesTo = (recipient: string) => {
    asked.push(recipient);
    const sent: SentMessage[] = [
      { created_at: '2026-03-04T00:00:00Z', subject: 'Your code 123456', template_type: 'login_code_valid' },
      { created_at: null },
    ];
    return pages(sent, [], sent);
  };
  const { data, html } = await filesOf({ provider: { courier: { messagesTo } } });
  expect(new Set(asked)).toEqual(new Set(['ada@example.org']));
  expect(data.messages).toHaveLength(4);
  expect(data.messages).toContainEqual({
    at: '2026-03-04T00:00:00Z',
    kind: 'login_code_valid',
    subject: 'Your code …',
    recipient: 'ada@example.org',
  });
  expect(html).toContain('Your code …');
  expect(html).not.toContain('123456');
});

test('has sessions, consents and permissions, of which every field may be absent', async () => {
  const provider = {
    identities: {
      everySession: () =>
        pages([
          {
            id: 'secret-session',
            active: false,
            authenticated_at: '2026-03-04T00:00:00Z',
            authentication_methods: [{ method: 'password' }, { method: 'password' }],
            devices: [{ id: 'd', user_agent: 'curl/8', ip_address: '192.0.2.7', location: 'Basel, CH' }],
          },
          { id: 'other' },
        ]),
    },
    hydra: {
      grants: {
        pages: () =>
          pages([
            {
              handled_at: '2026-05-06T00:00:00Z',
              grant_scope: ['openid', 'labs'],
              consent_request: { client: { client_id: 'harbor', client_name: 'Harbor Clinic' } },
            },
            {},
          ]),
      },
    },
    keto: {
      relationsOf: () => pages([{ namespace: 'Portal', object: 'portal', relation: 'administer' }]),
    },
  } as unknown as Provider;
  const { data, json, html } = await filesOf({ provider });
  expect(data.sessions).toEqual([
    {
      signedInAt: '2026-03-04T00:00:00Z',
      active: false,
      methods: ['password'],
      devices: [{ userAgent: 'curl/8', address: '192.0.2.7', location: 'Basel, CH' }],
    },
    { methods: [], devices: [] },
  ]);
  expect(data.applications).toEqual([
    {
      application: 'Harbor Clinic',
      clientId: 'harbor',
      allowedAt: '2026-05-06T00:00:00Z',
      scopes: ['openid', 'labs'],
      audience: [],
    },
    { scopes: [], audience: [] },
  ]);
  expect(data.permissions).toEqual([{ namespace: 'Portal', object: 'portal', relation: 'administer' }]);
  expect(html).toContain('<td>Password</td><td>curl</td><td>192.0.2.7, Basel, CH</td>');
  expect(html).toContain('<td>Harbor Clinic</td><td>Know who you are, labs</td>');
  expect(html).toContain('<td>Portal:portal#administer</td>');
  expect(json).not.toContain('secret-session');
});

test('names what could not be read, or not to its end, and has the rest', async () => {
  const store = { history: () => Promise.reject(new Error('away')) } as unknown as Store;
  const provider = {
    keto: { relationsOf: () => broken({ namespace: 'Portal', object: 'portal', relation: 'administer' }) },
    courier: { messagesTo: () => pages([]) },
  } as unknown as Provider;
  const { data, html } = await filesOf({ provider, store });
  expect(data).toMatchObject({
    permissions: [{ relation: 'administer' }],
    history: [],
    messages: [],
    couldNotBeRead: ['permissions', 'history'],
  });
  expect(html.match(/This could not be read/g)).toHaveLength(2);
  expect(html.match(/Nothing is kept here/g)).toHaveLength(1);
});

test('breaks off at a fault of the portal, which is no upstream’s', async () => {
  const keto = { relationsOf: () => pages([undefined]) } as unknown as Provider['keto'];
  await expect(filesOf({ provider: { keto } })).rejects.toThrow(TypeError);
});

test('reads a long history page by page, as fast as it is read, and no further once nobody reads', async () => {
  const store = await openStore(
    {
      ...storeDefaults,
      DATABASE_URL: undefined,
      DATA_DIRECTORY: newDirectory(),
      HISTORY_WAIT_MS: 10_000,
      STORE_FAILURE: 'refuse',
    },
    pino({ level: 'silent' }),
  );
  for (let batch = 0; batch < 10; batch += 1)
    await Promise.all(
      Array.from({ length: 1000 }, () =>
        store.record({
          identity: 'ada',
          kind: 'signedIn',
          about: { method: 'password', userAgent: 'curl/8', from: '192.0.2.7' },
        }),
      ),
    );
  let read = 0;
  const counting: Store = {
    ...store,
    history: (...asked) => {
      read += 1;
      return store.history(...asked);
    },
  };
  const options: ArchiveOptions = {
    identity: account(),
    provider: {},
    store: counting,
    intl: productTexts.formatter('en'),
    product: 'Stethoscope',
    at,
  };
  // a reader that takes a hundred kilobytes, and waits
  let taken = 0;
  let proceed: (() => void) | undefined;
  const reader = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      taken += chunk.length;
      if (taken < 100_000) done();
      else proceed = done;
    },
  });
  const reading = pipeline(archiveOf(options), reader);
  while (proceed === undefined) await pause(5);
  await pause(200);
  const before = read;
  expect(before).toBeLessThan(50);
  reader.destroy();
  await expect(reading).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
  proceed();
  await pause(200);
  expect(read - before).toBeLessThan(2);

  read = 0;
  const { data, html } = await filesOf({ store: counting });
  expect(data.history).toHaveLength(10_000);
  expect(html.match(/Signed in with your password/g)).toHaveLength(10_000);
  expect(read).toBe(2 * 200);
  await store.close();
}, 60_000);
