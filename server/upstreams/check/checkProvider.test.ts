import { expect, test } from '@jest/globals';
import { addressNotVerified } from '../../../shared/flow/messageId.ts';
import { callsOf, identityId as id, kratosWith, type Answers } from '../../../test/support/checkedKratos.ts';
import { checkProvider } from './checkProvider.ts';

test.each<[string, [number, unknown]]>([
  ['in the form', [400, { ui: { messages: [{ id: addressNotVerified }] } }]],
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
])(
  'a Kratos that refuses unproved addresses by itself %s refuses the start, and is left no identity',
  async (_how, answer) => {
    const { kratos, settings } = await kratosWith({ 'POST /self-service/login': answer });
    expect(await checkProvider(settings)).toEqual([
      { dangerous: false, text: expect.stringContaining('require_verified_address'), atStart: 'refused' },
    ]);
    expect(callsOf(kratos)).toContain(`DELETE /admin/identities/${id}`);
  },
);

test('a Kratos whose web hook is not answered is to be checked again', async () => {
  const { settings } = await kratosWith({ 'POST /self-service/login': [502, { error: { code: 502 } }] });
  expect(await checkProvider(settings)).toEqual([
    { dangerous: false, text: expect.stringContaining('KRATOS_HOOKS_KEY'), atStart: 'undecided' },
  ]);
});

test.each<[string, unknown]>([
  ['a session', { session: { id: 's1' } }],
  ['a session token', { session_token: 'ory_st_1' }],
])('%s for an unproved address is dangerous, and the identity is deleted', async (_what, body) => {
  const { kratos, settings } = await kratosWith({ 'POST /self-service/login': [200, body] });
  expect(await checkProvider(settings)).toEqual([
    { dangerous: true, text: expect.stringContaining('An unproved address signs in'), atStart: 'refused' },
  ]);
  expect(callsOf(kratos)).toContain(`DELETE /admin/identities/${id}`);
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
  const existing = async (ageMs: number): Promise<{ calls: string[]; atStart: unknown[] }> => {
    const created_at = new Date(Date.now() - ageMs).toISOString();
    const rival = await kratosWith({ 'GET /admin/identities': [200, [{ id, traits, created_at }]] });
    const findings = await checkProvider({ ...rival.settings, NODE_ENV: 'development' });
    return { calls: callsOf(rival.kratos), atStart: findings.map((one) => one.atStart) };
  };
  expect(await existing(5000)).toEqual({
    calls: ['GET /schemas', 'GET /admin/identities'],
    atStart: ['busy'],
  });
  const { calls, atStart } = await existing(60 * 60 * 1000);
  expect(atStart).toEqual([]);
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

test.each([
  ['v1.3.1', ['Kratos v1.3.1 is running, which the portal does not support: run v25.4 or v26.2.']],
  ['v25.4.0', []],
  ['v26.2.1', []],
  ['v26.20.0', [expect.stringContaining('does not support')]],
  ['master', []],
])('in production, Kratos %s leads to the notices %j', async (version, notices) => {
  const { settings } = await kratosWith({ 'GET /admin/version': [200, { version }] });
  const expected = notices.map((text) => ({ dangerous: false, text }));
  expect(await checkProvider(settings)).toEqual(expected);
  expect(await checkProvider({ ...settings, NODE_ENV: 'development' })).toEqual([]);
});

test.each<[string, Answers, string | undefined]>([
  ['refuses to list the schemas', { 'GET /schemas': [403, {}] }, undefined],
  ['has no schema with an address', { 'GET /schemas': [200, []] }, undefined],
  ['refuses the identity', { 'POST /admin/identities': [400, { error: {} }] }, undefined],
  ['cannot store the identity', { 'POST /admin/identities': [500, { error: {} }] }, 'undecided'],
  ['returns no id', { 'POST /admin/identities': [201, {}] }, undefined],
  ['refuses the sign-in for another reason', { 'POST /self-service/login': [400, {}] }, undefined],
  ['answers a sign-in without a session', { 'POST /self-service/login': [200, [null]] }, undefined],
  ['starts no sign-in', { 'GET /self-service/login/api': [500, { id: {} }] }, 'undecided'],
])('a Kratos that %s causes one notice', async (_what, overrides, atStart) => {
  const { settings } = await kratosWith(overrides);
  expect(await checkProvider(settings)).toEqual([
    { dangerous: false, text: expect.stringContaining('could not be checked'), ...(atStart && { atStart }) },
  ]);
});

test('an identity that cannot be deleted is named', async () => {
  const { settings } = await kratosWith({ [`DELETE /admin/identities/${id}`]: [500, {}] });
  expect(await checkProvider(settings)).toEqual([
    { dangerous: false, text: `The identity ${id} of this check could not be deleted.` },
  ]);
});

test('a provider that does not answer causes one notice, and a sign-in that breaks off leaves no identity', async () => {
  const { kratos, settings } = await kratosWith();
  const silent = {
    dangerous: false,
    text: expect.stringContaining('it does not answer'),
    atStart: 'undecided',
  };
  expect(await checkProvider({ ...settings, KRATOS_PUBLIC_URL: 'http://127.0.0.1:9' })).toEqual([silent]);
  kratos.server.prependListener('request', ({ method, url }, response) => {
    if (method === 'POST' && url?.startsWith('/self-service/login')) response.destroy();
  });
  expect(await checkProvider(settings)).toEqual([silent]);
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
