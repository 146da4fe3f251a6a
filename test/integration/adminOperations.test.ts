import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Configuration, FrontendApi, IdentityApi } from '@ory/client';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { signIn, type CookieJar } from '../support/kratosLogin.ts';
import { startPortal, type RunningPortal } from '../support/portal.ts';
import { runningStack } from '../support/runningStack.ts';

const adminAddress = 'admin@test.example';

const stack = runningStack({ portal: { PORTAL_ADMINS: adminAddress, PORTAL_ADMIN_AAL: 'aal1' } });
/** The same provider behind the default policy, which requires a second factor of admins. */
let strict: RunningPortal;
let admin: TestIdentity;
let user: TestIdentity;

beforeAll(async () => {
  strict = await startPortal({
    KRATOS_PUBLIC_URL: stack.kratos.publicUrl,
    KRATOS_ADMIN_URL: stack.kratos.adminUrl,
    PORTAL_ADMINS: adminAddress,
  });
  admin = await createIdentity(stack.kratos.adminUrl, { email: adminAddress });
  user = await createIdentity(stack.kratos.adminUrl);
}, 120_000);

afterAll(() => strict.stop());

/** The headers that a signed-in page's script sends: its cookies and their CSRF token. */
async function scriptHeaders(jar: CookieJar, url = stack.url): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/api/csrf`, { headers: { cookie: jar.header() } });
  jar.keep(answer);
  const { token } = (await answer.json()) as { token: string };
  return { Cookie: jar.header(), 'X-CSRF-Token': token };
}

const configured = (headers: Record<string, string>, basePath = stack.url): Configuration =>
  new Configuration({ basePath, baseOptions: { headers } });

/** The audit line of a request, once it is written. */
async function auditLine(requestId: string): Promise<string> {
  const end = performance.now() + 5000;
  while (performance.now() < end) {
    const lines = stack.portal.log().split('\n');
    const line = lines.find((one) => one.includes(requestId) && one.includes('"audit"'));
    if (line !== undefined) return line;
    await pause(20);
  }
  throw new Error('there is no audit line');
}

/** The status and error of a refused call. */
async function refusal(call: Promise<unknown>): Promise<[status: number | undefined, id: unknown]> {
  try {
    await call;
  } catch (error) {
    const { response } = error as { response?: { status: number; data: { error?: { id?: string } } } };
    if (!response) throw error;
    return [response.status, response.data.error?.id];
  }
  throw new Error('the call was not refused');
}

describe('an admin, with the provider’s own client', () => {
  let identities: IdentityApi;

  beforeAll(async () => {
    identities = new IdentityApi(configured(await scriptHeaders(await signIn(stack.url, admin))));
  });

  const traits = (email: string) => ({ schema_id: 'default', traits: { email, tos: true } });

  test('creates, reads, changes, patches and deletes an identity', async () => {
    const { data: made, status } = await identities.createIdentity({
      createIdentityBody: traits('ada@test.example'),
    });
    expect(status).toBe(201);
    const updateIdentityBody = {
      ...traits('ada@test.example'),
      state: 'active',
      metadata_public: { ward: 5 },
    } as const;
    const { data: changed } = await identities.updateIdentity({ id: made.id, updateIdentityBody });
    expect(changed.metadata_public).toEqual({ ward: 5 });
    const { data: patched } = await identities.patchIdentity({
      id: made.id,
      jsonPatch: [{ op: 'replace', path: '/state', value: 'inactive' }],
    });
    expect(patched.state).toBe('inactive');
    expect((await identities.getIdentity({ id: made.id })).data.traits).toMatchObject({
      email: 'ada@test.example',
    });
    expect((await identities.deleteIdentity({ id: made.id })).status).toBe(204);
    expect((await refusal(identities.getIdentity({ id: made.id })))[0]).toBe(404);
  });

  test('creates identities in a batch, and finds them by page and by identifier', async () => {
    const create = ['b1', 'b2', 'b3'].map((name) => ({ create: traits(`${name}@test.example`) }));
    const { data: batch } = await identities.batchPatchIdentities({
      patchIdentitiesBody: { identities: create },
    });
    expect(batch.identities).toHaveLength(3);
    const page = await identities.listIdentities({ pageSize: 2 });
    expect(page.data).toHaveLength(2);
    expect(page.headers.link).toMatch(/rel="next"/);
    const { data: found } = await identities.listIdentities({ credentialsIdentifier: 'b2@test.example' });
    expect(found.map((one) => (one.traits as { email: string }).email)).toEqual(['b2@test.example']);
  });

  test('lists, extends and revokes sessions; a revoked one ends at once', async () => {
    const jar = await signIn(stack.url, user);
    const own = new FrontendApi(configured({ Cookie: jar.header() }));
    const { data: session } = await own.toSession();
    const { data: listed } = await identities.listIdentitySessions({ id: user.id, active: true });
    expect(listed.map(({ id }) => id)).toContain(session.id);
    expect(
      (await identities.listSessions({ expand: ['identity'], pageSize: 50 })).data.length,
    ).toBeGreaterThan(1);
    expect((await identities.getSession({ id: session.id, expand: ['devices'] })).data.devices).toHaveLength(
      1,
    );
    expect((await identities.extendSession({ id: session.id })).status).toBeLessThan(300);
    expect((await identities.disableSession({ id: session.id })).status).toBe(204);
    expect((await refusal(own.toSession()))[0]).toBe(401);
    await identities.deleteIdentitySessions({ id: user.id });
  });

  test('creates a recovery code and a recovery link, which both lead to the portal', async () => {
    const { data: code } = await identities.createRecoveryCodeForIdentity({
      createRecoveryCodeForIdentityBody: { identity_id: user.id },
    });
    expect(code.recovery_code).toMatch(/^\d{6}$/);
    expect(code.recovery_link).toMatch(`${stack.url}/recovery?flow=`);
    const page = await fetch(code.recovery_link);
    expect(page.status).toBe(200);
    const { data: link } = await identities.createRecoveryLinkForIdentity({
      createRecoveryLinkForIdentityBody: { identity_id: user.id },
    });
    expect(link.recovery_link).toMatch(`${stack.url}/self-service/recovery?flow=`);
    const opened = await fetch(link.recovery_link, { headers: { accept: 'text/html' } });
    expect(await opened.text()).toContain('data-page="recoveryLink"');
  });

  test('leaves an audit line for each call, with only the ids of the admin and the target', async () => {
    const { headers } = await identities.getIdentity({ id: user.id });
    const id = String(headers['x-request-id']);
    const line = await auditLine(id);
    expect(JSON.parse(line)).toMatchObject({
      caller: { by: 'session', id: admin.id },
      target: { id: user.id },
      outcome: 'answered',
      status: 200,
    });
    expect(stack.portal.log()).not.toMatch(/ory_kratos_session|@test\.example|ory_st_/);
  });
});

describe('any other caller', () => {
  const list = (headers: Record<string, string>, url = stack.url) =>
    refusal(new IdentityApi(configured(headers, url)).listIdentities());

  test('without a session is 401', async () => expect(await list({})).toEqual([401, 'unauthorized']));

  test('with a plain user’s session is 403', async () =>
    expect(await list(await scriptHeaders(await signIn(stack.url, user)))).toEqual([403, 'forbidden']));

  test('with an admin’s aal1 session is 403 if a second factor is required', async () => {
    const jar = await signIn(stack.url, admin);
    expect(await list({ Cookie: jar.header() }, strict.url)).toEqual([403, 'session_aal2_required']);
  });

  test('with a revoked session is 401', async () => {
    const jar = await signIn(stack.url, admin);
    const headers = await scriptHeaders(jar);
    const sessions = await fetch(`${stack.kratos.publicUrl}/sessions/whoami`, { headers });
    const { id } = (await sessions.json()) as { id: string };
    await fetch(`${stack.kratos.adminUrl}/admin/sessions/${id}`, { method: 'DELETE' });
    expect(await list(headers)).toEqual([401, 'unauthorized']);
  });

  test('from another origin, or without a CSRF token, is 403', async () => {
    const headers = await scriptHeaders(await signIn(stack.url, admin));
    expect(await list({ ...headers, Origin: 'https://evil.example' })).toEqual([403, 'cross_origin']);
    const call = new IdentityApi(configured({ Cookie: headers.Cookie ?? '' })).deleteIdentity({
      id: user.id,
    });
    expect(await refusal(call)).toEqual([403, 'csrf_violation']);
    const cookie = { Cookie: headers.Cookie ?? '' };
    expect(await refusal(new FrontendApi(configured(cookie)).disableMyOtherSessions())).toEqual([
      403,
      'csrf_violation',
    ]);
  });
});
