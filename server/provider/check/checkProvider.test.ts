import type { RequestListener } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import { closeHarness, fakeUpstream, type FakeUpstream } from '../../../test/support/gatewayHarness.ts';
import { checkProvider, warnOfProvider } from './checkProvider.ts';
import type { CheckSettings } from './checkedKratos.ts';

afterEach(closeHarness);

const id = '0b0e8f5e-5f1c-4b0e-8d5b-6a7d3a1c2b3d';
const schemas = [
  {
    id: 'default',
    schema: {
      properties: {
        traits: {
          type: 'object',
          properties: {
            email: {
              'ory.sh/kratos': {
                credentials: { password: { identifier: true } },
                verification: { via: 'email' },
              },
            },
          },
        },
      },
    },
  },
];

/** Answers by method and path; `safe` are those of a Kratos that refuses unproved addresses. */
type Answers = Record<string, [status: number, body: unknown]>;
const safe: Answers = {
  'GET /schemas': [200, schemas],
  'GET /admin/identities': [200, []],
  'POST /admin/identities': [201, { id }],
  [`DELETE /admin/identities/${id}`]: [204, undefined],
  'GET /self-service/login/api': [200, { id: 'flow' }],
  'POST /self-service/login': [400, { ui: { messages: [{ id: 4000010 }] } }],
};

async function kratosWith(
  overrides: Answers = {},
): Promise<{ kratos: FakeUpstream; settings: CheckSettings }> {
  const answers = { ...safe, ...overrides };
  const listener: RequestListener = ({ method = '', url = '' }, response) => {
    const [status, body] = answers[`${method} ${url.split('?')[0]}`] ?? [404, {}];
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  const kratos = await fakeUpstream(listener);
  const settings = {
    KRATOS_PUBLIC_URL: kratos.url,
    KRATOS_ADMIN_URL: kratos.url,
    ORY_ADMIN_API_TOKEN: undefined,
    PORTAL_URL: 'https://portal.example',
    COOKIE_SECRET: 'a secret of thirty-two characters or more',
    NODE_ENV: 'production',
  };
  return { kratos, settings };
}

const callsOf = ({ received }: FakeUpstream): string[] =>
  received.map(({ method, url }) => `${method} ${url.split('?')[0]}`);

test.each<[string, [number, unknown]]>([
  ['in the form', [400, { ui: { messages: [{ id: 4000010 }] } }]],
  ['as an error', [403, { error: { id: 'session_verified_address_required' } }]],
  [
    'because of the return_to of a mailed code',
    [
      400,
      {
        ui: {
          messages: [{ id: 4000001, context: { reason: 'Requested return_to URL "…" is not allowed.' } }],
        },
      },
    ],
  ],
  ['for lack of any address', [500, { error: { reason: 'A misconfiguration prevents login. Expected …' } }]],
])('a Kratos that refuses unproved addresses %s leaves no finding, and no identity', async (_how, answer) => {
  const { kratos, settings } = await kratosWith({ 'POST /self-service/login': answer });
  expect(await checkProvider(settings)).toEqual([]);
  expect(callsOf(kratos)).toContain(`DELETE /admin/identities/${id}`);
});

test.each<[string, unknown]>([
  ['a session', { session: { id: 's1' } }],
  ['a session token', { session_token: 'ory_st_1' }],
])('%s for an unproved address is dangerous, and the identity is deleted', async (_what, body) => {
  const { kratos, settings } = await kratosWith({ 'POST /self-service/login': [200, body] });
  expect(await checkProvider(settings)).toEqual([
    { dangerous: true, text: expect.stringContaining('An unproved address signs in') },
  ]);
  expect(callsOf(kratos).at(-3)).toBe(`DELETE /admin/identities/${id}`);
});

test('at each start the identity has the same unproved address of a reserved domain, and a new password', async () => {
  const { kratos, settings } = await kratosWith();
  await checkProvider(settings);
  await checkProvider(settings);
  const made = kratos.received
    .filter(({ method, url }) => method === 'POST' && url === '/admin/identities')
    .map(({ body }) => JSON.parse(body) as { traits: { email: string }; credentials: unknown });
  expect(made).toHaveLength(2);
  expect(made[0]?.traits.email).toMatch(/^[\da-f]{24}@portal-check\.invalid$/);
  expect(made[1]?.traits).toEqual(made[0]?.traits);
  expect(made[1]?.credentials).not.toEqual(made[0]?.credentials);
  expect(JSON.stringify(made)).not.toContain('verif');
});

test('the identity of another replica’s check is left alone, and one left over from an earlier check is deleted', async () => {
  const { kratos, settings } = await kratosWith();
  await checkProvider(settings);
  const { traits } = JSON.parse(kratos.received.find(({ method }) => method === 'POST')?.body ?? '') as {
    traits: object;
  };
  const existing = async (ageMs: number): Promise<string[]> => {
    const created_at = new Date(Date.now() - ageMs).toISOString();
    const rival = await kratosWith({ 'GET /admin/identities': [200, [{ id, traits, created_at }]] });
    expect(await checkProvider({ ...rival.settings, NODE_ENV: 'development' })).toEqual([]);
    return callsOf(rival.kratos);
  };
  expect(await existing(5000)).toEqual(['GET /schemas', 'GET /admin/identities']);
  const calls = await existing(60 * 60 * 1000);
  expect(calls.slice(2, 4)).toEqual([`DELETE /admin/identities/${id}`, 'POST /admin/identities']);
});

test('an answer with other people’s identities deletes none of them', async () => {
  const others = [
    { id: 'other', traits: { email: 'ada@clinic.example' }, created_at: '2020-01-01T00:00:00Z' },
  ];
  const { kratos, settings } = await kratosWith({ 'GET /admin/identities': [200, others] });
  expect(await checkProvider(settings)).toEqual([]);
  expect(callsOf(kratos).filter((call) => call.startsWith('DELETE'))).toEqual([
    `DELETE /admin/identities/${id}`,
  ]);
});

test('an id that looks like a path deletes nothing else', async () => {
  const { kratos, settings } = await kratosWith({
    'POST /admin/identities': [201, { id: '../sessions?a=/b' }],
  });
  await checkProvider(settings);
  const deleted = callsOf(kratos).filter((call) => call.startsWith('DELETE'));
  expect(new Set(deleted)).toEqual(new Set(['DELETE /admin/identities/..%2Fsessions%3Fa%3D%2Fb']));
});

test('the sample accounts of `npm start` are dangerous in production', async () => {
  const local = [{ id: 'u', traits: { email: 'user@portal.example' } }];
  const { settings } = await kratosWith({ 'GET /admin/identities': [200, local] });
  expect(await checkProvider(settings)).toEqual([
    { dangerous: true, text: expect.stringContaining('The account user@portal.example exists') },
  ]);
  expect(await checkProvider({ ...settings, NODE_ENV: 'development' })).toEqual([]);
});

test.each<[string, Answers]>([
  ['refuses to list the schemas', { 'GET /schemas': [403, {}] }],
  ['refuses the identity', { 'POST /admin/identities': [400, { error: {} }] }],
  ['returns no id', { 'POST /admin/identities': [201, {}] }],
  ['answers a sign-in with an error of its own', { 'POST /self-service/login': [500, 'oops'] }],
  ['answers a sign-in without a session', { 'POST /self-service/login': [200, [null]] }],
  ['starts no sign-in', { 'GET /self-service/login/api': [500, { id: {} }] }],
])('a Kratos that %s causes one notice', async (_what, overrides) => {
  const { settings } = await kratosWith(overrides);
  const findings = await checkProvider(settings);
  expect(findings).toEqual([{ dangerous: false, text: expect.stringContaining('could not be checked') }]);
});

test('an identity that cannot be deleted is named', async () => {
  const { settings } = await kratosWith({ [`DELETE /admin/identities/${id}`]: [500, {}] });
  expect(await checkProvider(settings)).toEqual([
    { dangerous: false, text: `The identity ${id} of this check could not be deleted.` },
  ]);
});

test('a provider that does not answer causes one warning, and a sign-in that breaks off leaves no identity', async () => {
  const { kratos, settings } = await kratosWith();
  const lines: unknown[] = [];
  const log = { warn: (...line: unknown[]) => void lines.push(line) };
  await warnOfProvider({ ...settings, KRATOS_PUBLIC_URL: 'http://127.0.0.1:9' }, log as never);
  expect(lines).toEqual([[{ dangerous: false }, expect.stringContaining('it does not answer')]]);
  kratos.server.prependListener('request', ({ method, url }, response) => {
    if (method === 'POST' && url?.startsWith('/self-service/login')) response.destroy();
  });
  expect(await checkProvider(settings)).toHaveLength(1);
  expect(callsOf(kratos)).toContain(`DELETE /admin/identities/${id}`);
});

test('without the admin API, one notice says that nothing was checked', async () => {
  const { kratos, settings } = await kratosWith();
  const findings = await checkProvider({ ...settings, KRATOS_ADMIN_URL: undefined });
  expect(findings).toEqual([
    { dangerous: false, text: expect.stringMatching(/^KRATOS_ADMIN_URL is not set/) },
  ]);
  expect(kratos.received).toEqual([]);
});
