import { expect, test } from '@jest/globals';
import { createChallenges, type Consent } from './challenges.ts';
import { readCredentials } from './credentials.ts';
import { fetchFlow, startFlow } from './flows.ts';
import { createHydra } from './hydra.ts';
import { hydraCall } from './hydraCall.ts';
import { createIdentities } from './identities.ts';
import { isReady } from './isReady.ts';
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

const consent = { grant_scope: ['openid'], remember: true } as Consent;
const refusal = { error: 'access_denied', error_description: 'no' };
const requests = '/admin/oauth2/auth/requests';

test.each<[keyof ReturnType<typeof createChallenges>, unknown, string]>([
  ['login', undefined, `GET ${requests}/login?login_challenge=c`],
  ['rejectLogin', refusal, `PUT ${requests}/login/reject?login_challenge=c ${JSON.stringify(refusal)}`],
  ['consent', undefined, `GET ${requests}/consent?consent_challenge=c`],
  ['acceptConsent', consent, `PUT ${requests}/consent/accept?consent_challenge=c ${JSON.stringify(consent)}`],
  ['rejectConsent', refusal, `PUT ${requests}/consent/reject?consent_challenge=c ${JSON.stringify(refusal)}`],
  ['logout', undefined, `GET ${requests}/logout?logout_challenge=c`],
  ['acceptLogout', undefined, `PUT ${requests}/logout/accept?logout_challenge=c`],
  ['rejectLogout', undefined, `PUT ${requests}/logout/reject?logout_challenge=c`],
  ['acceptUserCode', 'AB', `PUT ${requests}/device/accept?device_challenge=c {"user_code":"AB"}`],
])('the call %s names its challenge', async (name, given, call) => {
  const act = (transport: Transport) =>
    createChallenges(hydraCall({ transport, timeoutMs: 0 }))[name]('c', given as never);
  expect(await asked(act)).toEqual([call]);
});

test('grants are listed and ended by subject, client or consent', async () => {
  const act = async (transport: Transport) => {
    const { grants, introspect } = createHydra({ transport, timeoutMs: 0 });
    await grants.revoke('ada', { client: 'ward' });
    await grants.revoke('ada', 'all');
    await grants.revokeOne('r1');
    await grants.endLoginSession('s1');
    await introspect('t&u').catch(() => undefined);
    await grants.list('ada');
  };
  const sessions = '/admin/oauth2/auth/sessions';
  expect(await asked(act, undefined, 404)).toEqual([
    `DELETE ${sessions}/consent?subject=ada&client=ward`,
    `DELETE ${sessions}/consent?subject=ada&all=true`,
    `DELETE ${sessions}/consent?consent_request_id=r1`,
    `DELETE ${sessions}/login?sid=s1`,
    'POST /admin/oauth2/introspect token=t%26u',
    `GET ${sessions}/consent?page_size=250&subject=ada`,
  ]);
});

test('a relation tuple is checked with an identity as its subject', async () => {
  const tuple = { namespace: 'Portal', object: 'admin', relation: 'member', subject_id: 'ada' };
  expect(await asked((transport) => createKeto({ transport, timeoutMs: 0 }).check(tuple))).toEqual([
    'GET /relation-tuples/check/openapi?namespace=Portal&object=admin&relation=member&subject_id=ada',
  ]);
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
  expect(await act((transport) => readCredentials(transport)('a'))).toEqual([
    'GET /admin/identities/a?include_credential=password&include_credential=lookup_secret&include_credential=webauthn&include_credential=passkey',
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

test('an upstream is asked whether it is ready', async () => {
  expect(await asked(isReady)).toEqual(['GET /health/ready']);
});
