import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test } from '@jest/globals';
import { totpCode } from '../support/accountVisitor.ts';
import { FlowBrowser, totpSecretIn } from '../support/flowBrowser.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { newDirectory } from '../support/newDirectory.ts';
import { runningStack } from '../support/runningStack.ts';
import { statusesOf, times } from '../support/statuses.ts';

const adminAddress = 'admin@test.example';

const stack = runningStack({
  portal: {
    RATE_LIMIT: 'on',
    TRUST_PROXY: 'loopback',
    PORTAL_ADMINS: adminAddress,
    PORTAL_ADMIN_AAL: 'aal1',
    DATA_DIRECTORY: newDirectory(),
  },
});

let visitors = 0;

/** A visitor with their own browser and IP address. */
const visitor = (): FlowBrowser =>
  new FlowBrowser(stack, { headers: { 'x-forwarded-for': `198.51.100.${(visitors += 1)}` } });

const signIn = async (who: FlowBrowser, { email, password }: TestIdentity, secret = password) =>
  (await who.signIn(email, secret)).answer;

/** Signs in, as whoever this is. */
async function signedIn(account: TestIdentity): Promise<FlowBrowser> {
  const browser = visitor();
  expect((await signIn(browser, account)).status).toBe(200);
  return browser;
}

let admin: FlowBrowser;

beforeAll(async () => {
  admin = await signedIn(await createIdentity(stack.kratos.adminUrl, { email: adminAddress }));
}, 120_000);

const account = (): Promise<TestIdentity> => createIdentity(stack.kratos.adminUrl);

/** Lists or lifts the limits of an identity, as a script of a page does. */
async function limitsOf(id: string, method: 'GET' | 'DELETE' = 'GET', who = admin, csrf = true) {
  const { token } = (await (await who.call('/api/csrf')).json()) as { token: string };
  return who.call(`/api/limits/${id}`, { method, ...(csrf && { headers: { 'x-csrf-token': token } }) });
}

const idOf = async (answer: Response): Promise<unknown[]> => [
  answer.status,
  ((await answer.json()) as { error: { id: string } }).error.id,
];

/** Returns how often a text is in the history of a browser's user, once it is there a number of times. */
async function timesInHistory(who: FlowBrowser, text: string, least: number): Promise<number> {
  for (let attempt = 0; ; attempt += 1) {
    const page = await (await who.call('/activity', { headers: { accept: 'text/html' } })).text();
    const count = page.split(text).length - 1;
    if (count >= least || attempt === 50) return count;
    await pause(100);
  }
}

const tooMany = '>Too many wrong passwords: sign-ins from some places refused until ';

test('an admin sees which limits refuse an account, and lifts them; both are in its history, once', async () => {
  const ada = await account();
  const owner = await signedIn(ada);
  const guesser = visitor();
  expect(await statusesOf(14, () => signIn(guesser, ada, 'wrong'))).toEqual([
    ...times(10, 400),
    ...times(4, 429),
  ]);
  expect((await signIn(guesser, ada)).status).toBe(429);

  const answer = await limitsOf(ada.id);
  const [limit, ...others] = (await answer.json()) as Record<string, string>[];
  expect(others).toEqual([]);
  expect(limit).toMatchObject({ limit: 'password', scope: 'account at address', attempts: 10, max: 10 });
  const { since = '', until = '' } = limit ?? {};
  expect(Date.parse(until) - Date.parse(since)).toBe(15 * 60_000);
  expect(Date.parse(until)).toBeGreaterThan(Date.now());
  expect(answer.headers.get('cache-control')).toBe('no-store');

  expect((await limitsOf(ada.id, 'DELETE')).status).toBe(204);
  expect(await (await limitsOf(ada.id)).json()).toEqual([]);
  expect((await signIn(guesser, ada)).status).toBe(200);
  expect(await timesInHistory(owner, tooMany, 1)).toBe(1);
  expect(await timesInHistory(owner, '>Limits on attempts lifted by an administrator', 1)).toBe(1);
}, 60_000);

test('wrong codes of a second factor are seen and lifted, also of a program without the portal’s cookies', async () => {
  const ada = await account();
  const owner = await signedIn(ada);
  const settings = await owner.start('settings');
  const secret = totpSecretIn(settings);
  await owner.submit('settings', settings, { method: 'totp', totp_code: totpCode(secret) });
  const program = visitor();
  await signIn(program, ada);
  const kept = program.jar
    .header()
    .split('; ')
    .filter((one) => !one.startsWith('portal_'));
  program.jar.header = () => kept.join('; ');
  const flow = await program.start('login', '?aal=aal2');
  const guess = () => program.submit('login', flow, { method: 'totp', totp_code: '000000' });
  expect(await statusesOf(11, guess)).toEqual([...times(10, 400), 429]);
  expect(await (await limitsOf(ada.id)).json()).toMatchObject([{ limit: 'factor', scope: 'account' }]);
  expect((await limitsOf(ada.id, 'DELETE')).status).toBe(204);
  expect(await timesInHistory(owner, '>Too many wrong codes for the second step: refused until ', 1)).toBe(1);
}, 60_000);

test('limits are seen and lifted only by admins, with a CSRF token, and only of identities that exist', async () => {
  const ada = await account();
  const owner = await signedIn(ada);
  const guesser = visitor();
  await statusesOf(11, () => signIn(guesser, ada, 'wrong'));
  for (const method of ['GET', 'DELETE'] as const) {
    expect(await idOf(await limitsOf(ada.id, method, owner))).toEqual([403, 'forbidden']);
    expect(await idOf(await limitsOf(ada.id, method, visitor()))).toEqual([401, 'unauthorized']);
    for (const id of ['7b8d2f5e-0000-4000-8000-00000000dead', 'x', ada.email, '..%2fx'])
      expect([400, 404]).toContain((await limitsOf(id, method)).status);
    expect(await idOf(await limitsOf('7b8d2f5e-0000-4000-8000-00000000dead', method))).toEqual([
      404,
      'identity_not_found',
    ]);
  }
  expect(await idOf(await limitsOf(ada.id, 'DELETE', admin, false))).toEqual([403, 'csrf_violation']);
  for (const method of ['HEAD', 'POST', 'PUT', 'PATCH'])
    expect((await visitor().call(`/api/limits/${ada.id}`, { method })).status).toBeGreaterThanOrEqual(400);
  expect((await signIn(guesser, ada)).status).toBe(429);
}, 60_000);

test('whether an address has an account makes no difference to whoever is refused', async () => {
  const ada = await account();
  const answers = await Promise.all(
    [ada.email, 'nobody@test.example'].map(async (email) => {
      const guesser = visitor();
      await statusesOf(10, async () => (await guesser.signIn(email, 'wrong')).answer);
      const { answer } = await guesser.signIn(email, 'wrong');
      const { error } = (await answer.json()) as { error: Record<string, unknown> };
      return [answer.status, [...answer.headers.keys()], { ...error, request: '', retry_after: 0 }];
    }),
  );
  expect(answers[0]).toEqual(answers[1]);
}, 60_000);
