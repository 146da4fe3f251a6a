import { beforeAll, describe, expect, test } from '@jest/globals';
import { Configuration, FrontendApi, IdentityApi } from '@ory/client';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { signIn, type CookieJar } from '../support/kratosLogin.ts';
import { runningStack } from '../support/runningStack.ts';

const adminAddress = 'admin@test.example';

const stack = runningStack({ portal: { PORTAL_ADMINS: adminAddress, PORTAL_ADMIN_AAL: 'aal1' } });
let admin: TestIdentity;
let user: TestIdentity;

beforeAll(async () => {
  admin = await createIdentity(stack.kratos.adminUrl, { email: adminAddress });
  user = await createIdentity(stack.kratos.adminUrl);
}, 120_000);

/** The headers that a signed-in page's script sends: its cookies and their CSRF token. */
async function scriptHeaders(jar: CookieJar): Promise<Record<string, string>> {
  const answer = await fetch(`${stack.url}/api/csrf`, { headers: { cookie: jar.header() } });
  jar.keep(answer);
  const { token } = (await answer.json()) as { token: string };
  return { Cookie: jar.header(), 'X-CSRF-Token': token };
}

const configured = (headers: Record<string, string>): Configuration =>
  new Configuration({ basePath: stack.url, baseOptions: { headers } });

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
});

test('a plain user’s session is refused with 403', async () => {
  const headers = await scriptHeaders(await signIn(stack.url, user));
  const call = new IdentityApi(configured(headers)).listIdentities();
  expect(await refusal(call)).toEqual([403, 'forbidden']);
});
