import { execFile } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startAgreeablePortal, type AgreeablePortal } from '../support/agreeablePortal.ts';
import { startPortal, type RunningPortal } from '../support/portal.ts';
import { startStack, type Stack } from '../support/stack.ts';

const script = path.join(import.meta.dirname, '../../scripts/checkProvider.ts');
const unproved = 'An unproved address signs in';

/** The web hook at the beginning of a list of kratos.yml, whose variables still apply to a list in place of it. */
const webHook = {
  hook: 'web_hook',
  config: {
    url: 'http://portal.test',
    method: 'POST',
    can_interrupt: true,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Hooks-Key', value: 'unset' } },
  },
};

/** Kratos as the portal configures it. */
let asks: Stack;
/** A Kratos that asks nobody before a sign-in, and whose other questions anybody agrees to. */
let open: Stack;
/** A Kratos that refuses unproved addresses by itself. */
let refuses: Stack;
let agreeable: AgreeablePortal;

/** The variables that lead all web hooks of kratos.yml elsewhere. */
const leadTo = (url: string, places: string[]): Record<string, string> =>
  Object.fromEntries(
    places.map((place) => [`SELFSERVICE_FLOWS_${place}_CONFIG_URL`, `${url}/hooks/kratos/${place}`]),
  );

beforeAll(async () => {
  agreeable = await startAgreeablePortal();
  [asks, open, refuses] = await Promise.all([
    startStack(),
    startStack({
      kratos: {
        ...leadTo(agreeable.url, [
          'REGISTRATION_AFTER_PASSWORD_HOOKS_0',
          'REGISTRATION_AFTER_PASSWORD_HOOKS_1',
          'SETTINGS_AFTER_PROFILE_HOOKS_0',
          'SETTINGS_AFTER_PASSWORD_HOOKS_0',
          'RECOVERY_AFTER_HOOKS_0',
        ]),
        SELFSERVICE_METHODS_CODE_PASSWORDLESS_ENABLED: 'false',
      },
      configuration: {
        selfservice: {
          allowed_return_urls: ['http://localhost:3000/', 'https://*.portal.example/'],
          flows: {
            // an empty list would be replaced with the general one
            login: { after: { password: { hooks: [{ hook: 'revoke_active_sessions' }] } } },
            registration: {
              after: { password: { hooks: [webHook, webHook, { hook: 'session' }] } },
            },
          },
        },
      },
    }),
    startStack({
      configuration: {
        selfservice: {
          flows: { login: { after: { password: { hooks: [{ hook: 'require_verified_address' }] } } } },
        },
      },
    }),
  ]);
}, 240_000);

afterAll(async () => {
  await Promise.all([asks.stop(), open.stop(), refuses.stop()]);
  agreeable.stop();
});

/** Runs `npm run check:provider`. */
const check = (
  { kratos: { publicUrl, adminUrl } }: Stack,
  environment: Record<string, string> = {},
): Promise<{ code: unknown; said: string }> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, KRATOS_PUBLIC_URL: publicUrl, KRATOS_ADMIN_URL: adminUrl };
    execFile(process.execPath, [script], { env: { ...env, ...environment } }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: stdout + stderr }),
    );
  });

/** All identities of a Kratos. */
const identitiesIn = async ({ kratos: { adminUrl } }: Stack): Promise<unknown> =>
  (await fetch(`${adminUrl}/admin/identities`)).json();

/** Starts another portal in production in front of a stack's Kratos. */
const inProduction = (
  { kratos: { publicUrl, adminUrl, hooksKey } }: Stack,
  environment: Record<string, string> = {},
): Promise<RunningPortal> =>
  startPortal({
    NODE_ENV: 'production',
    KRATOS_PUBLIC_URL: publicUrl,
    KRATOS_ADMIN_URL: adminUrl,
    KRATOS_HOOKS_KEY: hooksKey,
    DRAIN_DELAY_MS: '0',
    ...environment,
  });

const linesOf = (portal: RunningPortal, level: number): string[] =>
  portal
    .log()
    .split('\n')
    .filter((line) => line.includes(`"level":${level}`));

describe('at its start in production, a portal', () => {
  test.each([
    ['signs in an unproved address', () => open, unproved],
    ['refuses it by itself', () => refuses, 'require_verified_address'],
  ])('ends with 1 and one line in front of a Kratos that %s', async (_what, stack, line) => {
    const portal = await inProduction(stack());
    expect(await portal.ended()).toBe(1);
    expect(linesOf(portal, 50)).toEqual([expect.stringContaining(line)]);
    expect(linesOf(portal, 40)).toEqual([]);
    expect(await identitiesIn(stack())).toEqual([]);
  });

  test('only warns with KRATOS_HOOKS=off', async () => {
    const portal = await inProduction(open, { KRATOS_HOOKS: 'off' });
    await portal.logged(new RegExp(unproved));
    await portal.stop();
    const [warning, ...more] = linesOf(portal, 40);
    expect(warning).toContain('"dangerous":true');
    expect(more).toEqual([]);
  });
});

test('`npm run check:provider` exits with 1, and names what to change in one line per finding', async () => {
  const { code, said } = await check(open, { PORTAL_URL: 'https://account.portal.example' });
  expect(code).toBe(1);
  const findings = said.split('\n').filter((line) => /^(?:DANGER|note)/.test(line));
  expect(findings).toEqual([
    expect.stringMatching(`^DANGER ${unproved}`),
    // the tests' Kratos looks up no passwords
    expect.stringMatching('^DANGER Kratos accepts a password that is among the most common'),
    expect.stringMatching('^DANGER .* about registrations: .*registration.after.password.hooks'),
    expect.stringMatching('^DANGER A registration opens a session before its address is proved'),
    expect.stringMatching('^DANGER .* about recoveries: .*recovery.after.hooks'),
    expect.stringMatching('^DANGER .* about changes of the profile: .*settings.after.profile.hooks'),
    expect.stringMatching('^DANGER .* about new passwords: .*settings.after.password.hooks'),
    expect.stringMatching('^note {3}Mailed codes do not sign in: .*passwordless_enabled'),
    expect.stringMatching('^DANGER Kratos returns to https://portal-check.*allowed_return_urls'),
    expect.stringMatching('^DANGER Kratos’ cookies are not Secure'),
  ]);
  expect(await identitiesIn(open)).toEqual([]);
});

test('`npm run check:provider` finds nothing but accepted passwords if Kratos asks, and deletes what it has created', async () => {
  const { said } = await check(asks, { PORTAL_URL: asks.url });
  const findings = said.split('\n').filter((line) => /^(?:DANGER|note)/.test(line));
  expect(findings).toEqual([
    expect.stringMatching('^DANGER Kratos accepts a password that is among the most common'),
  ]);
  expect(said).toMatch(/portal-check\.invalid/);
  expect(await identitiesIn(asks)).toEqual([]);
});
