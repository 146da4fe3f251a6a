import { expect, test } from '@jest/globals';
import { createCourier } from './courier.ts';
import { readCredentials } from './credentials.ts';
import { fetchFlow, startFlow } from './flows.ts';
import { createIdentities } from './identities.ts';
import { createKeto } from './keto.ts';
import { sentRequest, type BuiltRequest } from './providerRequest.ts';
import type { Transport } from './transport.ts';

/** A transport that answers every call in the same way, and its calls. */
function recorder(body: unknown, status = 200): { transport: Transport; calls: string[] } {
  const calls: string[] = [];
  const send = async (built: BuiltRequest) => {
    const { method, path, body: sent } = await sentRequest(built);
    calls.push([method, path, ...(sent === undefined ? [] : [sent])].join(' '));
    return { status, headers: {}, body };
  };
  return { transport: { send, close: () => undefined }, calls };
}

/** Returns the calls that an action of the portal makes. */
async function asked(
  act: (transport: Transport) => Promise<unknown>,
  body: unknown = {},
  status = 200,
): Promise<string[]> {
  const { transport, calls } = recorder(body, status);
  await act(transport).catch(() => undefined);
  return calls;
}

const query = {
  refresh: 'true',
  aal: 'aal2',
  return_to: '/r',
  login_challenge: 'l',
  organization: 'o',
  via: 'v',
  identity_schema: 's',
  after_verification_return_to: '/a',
  locale: 'pt',
};

// the builders take parameters by position, so each is checked by its name
test.each([
  [
    'login',
    'browser?refresh=true&aal=aal2&return_to=%2Fr&login_challenge=l&organization=o&via=v&identity_schema=s',
  ],
  [
    'registration',
    'browser?return_to=%2Fr&login_challenge=l&after_verification_return_to=%2Fa&organization=o&identity_schema=s',
  ],
  ['recovery', 'browser?return_to=%2Fr&locale=pt'],
  ['verification', 'browser?return_to=%2Fr'],
  ['settings', 'browser?return_to=%2Fr'],
] as const)('a %s flow is started with all of its parameters, and fetched by its id', async (kind, path) => {
  expect(await sentRequest(startFlow[kind](query))).toMatchObject({
    method: 'GET',
    path: `/self-service/${kind}/${path}`,
  });
  expect((await sentRequest(startFlow[kind]({}))).path).toBe(`/self-service/${kind}/browser`);
  expect((await sentRequest(fetchFlow[kind]('a&b'))).path).toBe(`/self-service/${kind}/flows?id=a%26b`);
});

test('an identity is read with its credentials, marked, and its sessions listed by the page', async () => {
  const included = '&include_credential=webauthn&include_credential=passkey';
  const act = (make: (transport: Transport) => Promise<unknown>, body: unknown = { id: 'a' }) =>
    asked(make, body);
  expect(await act((transport) => createIdentities(transport).get('a'))).toEqual([
    `GET /admin/identities/a?include_credential=password${included}`,
  ]);
  expect(await act((transport) => createIdentities(transport).endSessions('a', undefined))).toEqual([
    'DELETE /admin/identities/a/sessions',
  ]);
  expect(
    await act((transport) => createIdentities(transport).endSessions('a', 's1'), [{ id: 's1' }]),
  ).toEqual(['GET /admin/identities/a/sessions?page_size=250&active=true']);
  expect(await act((transport) => readCredentials(transport)('a', []))).toEqual([
    'GET /admin/identities/a?include_credential=password&include_credential=lookup_secret&include_credential=webauthn&include_credential=passkey',
  ]);
  expect(await act((transport) => createIdentities(transport).list('t'), [])).toEqual([
    `GET /admin/identities?page_size=250&page_token=t&include_credential=password${included}`,
  ]);
  const trust = { addresses: [], confirmed: [], known: [] };
  const mark = (metadata_admin: unknown, written: typeof trust) =>
    act((transport) => createIdentities(transport).setTrust({ id: 'a', metadata_admin }, written));
  const path = '/metadata_admin/portal';
  expect(await mark(null, trust)).toEqual([
    `PATCH /admin/identities/a [{"op":"add","path":"/metadata_admin","value":{"portal":${JSON.stringify(trust)}}}]`,
  ]);
  expect(await mark({ ward: 3 }, trust)).toEqual([
    `PATCH /admin/identities/a [{"op":"add","path":"${path}","value":${JSON.stringify(trust)}}]`,
  ]);
});

test('what is kept about an identity is listed page by page', async () => {
  const first = async (
    list: (transport: Transport) => AsyncGenerator,
    body: unknown,
    headers = {},
  ): Promise<string[]> => {
    const calls: string[] = [];
    const send = async (built: BuiltRequest) => {
      calls.push((await sentRequest(built)).path);
      return { status: 200, headers: calls.length === 1 ? headers : {}, body };
    };
    const pages = list({ send, close: () => undefined });
    while (!(await pages.next()).done) continue;
    return calls;
  };
  const link = '</admin/x?page_token=t>; rel="next"';
  expect(
    await first((transport) => createIdentities(transport).everySession('a'), [{ id: 's1' }], { link }),
  ).toEqual([
    '/admin/identities/a/sessions?page_size=250',
    '/admin/identities/a/sessions?page_size=250&page_token=t',
  ]);
  expect(await first((transport) => createCourier(transport).messagesTo('a@b'), [], { link })).toEqual([
    '/admin/courier/messages?page_size=100&recipient=a%40b',
    '/admin/courier/messages?page_size=100&page_token=t&recipient=a%40b',
  ]);
  const relations = { relation_tuples: [], next_page_token: 't' };
  expect(await first((transport) => createKeto(transport).relationsOf('a'), relations)).toEqual([
    '/relation-tuples?page_size=250&subject_id=a',
    '/relation-tuples?page_size=250&page_token=t&subject_id=a',
  ]);
});
