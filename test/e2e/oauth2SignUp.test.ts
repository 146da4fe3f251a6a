import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { freePort } from '../../provider/local/freePort.ts';
import { startOpenidProvider } from '../support/openidProvider.ts';
import { allowAccess, type RelyingParty } from '../support/relyingParty.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useOAuth2 } from '../support/useOAuth2.ts';
import type { Visitor } from '../support/visitor.ts';

const port = await freePort();
const acme = await startOpenidProvider(`http://localhost:${port}`);
const { stack, arrive, relyingParty } = await useOAuth2({ port, kratos: acme.kratos });
let app: RelyingParty;
let visitor: Visitor;

beforeAll(async () => {
  app = await relyingParty();
});

afterAll(() => acme.stop());

const newAddress = (): string => `${randomUUID()}@example.com`;
const ask = (): Promise<unknown> => visitor.page.goto(app.request());

describe.each(scriptsOnAndOff)('$how, an application’s request survives', ({ scripts }) => {
  beforeEach(async () => {
    visitor = await arrive({ scripts });
    await ask();
    await visitor.reads('To authenticate Harbor Clinic');
  });

  async function verify(email: string): Promise<void> {
    await visitor.arrives('Verify your account');
    await visitor.typeMailedCode(stack().mailbox, email, /code/i);
    await visitor.press('Continue');
  }

  test('a registration with a verification', async () => {
    const email = newAddress();
    await visitor.page.getByRole('link', { name: 'Sign up' }).click();
    await visitor.register({ email, password: randomUUID() });
    await verify(email);
    expect(await allowAccess(app, visitor)).toBe(email);
  });

  test('a registration with a mailed code', async () => {
    const email = newAddress();
    await visitor.page.getByRole('link', { name: 'Sign up' }).click();
    await visitor.fill('Email', email);
    await visitor.page.getByLabel(/informed consent/).check();
    await visitor.press('Send sign up code');
    await visitor.typeMailedCode(stack().mailbox, email, /code/i);
    await visitor.press('Continue');
    expect(await allowAccess(app, visitor)).toBe(email);
  });

  test('a social sign-up with a verification, and the sign-ins after it', async () => {
    const email = newAddress();
    acme.signInAs(email);
    await visitor.press('Sign in with Acme');
    await verify(email);
    expect(await allowAccess(app, visitor)).toBe(email);
    await visitor.context.clearCookies();
    await ask();
    await visitor.press('Sign in with Acme');
    expect(await allowAccess(app, visitor)).toBe(email);
  });
});
