import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect } from '@jest/globals';
import { createIdentity } from '../support/identities.ts';
import { hookLists } from '../support/kratosFile.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const atAddress = 'This clinic only accepts its own addresses.';
const general = 'The clinic is closed today.';
const message = (id: number, text: string) => ({ id, text, type: 'error', context: {} });

/** A refusal in the format that Kratos expects of web hooks. */
const refusal = {
  messages: [
    { instance_ptr: '#/traits/email', messages: [message(9000001, atAddress)] },
    { instance_ptr: '', messages: [message(9000002, general)] },
  ],
};

let refuses = true;
const hook = http.createServer((request, response) => {
  request.resume();
  response
    .writeHead(refuses ? 400 : 200, { 'Content-Type': 'application/json' })
    .end(JSON.stringify(refuses ? refusal : {}));
});
await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
const { port } = hook.address() as AddressInfo;

const webHook = {
  hook: 'web_hook',
  config: {
    url: `http://127.0.0.1:${port}/`,
    method: 'POST',
    body: `base64://${Buffer.from('function(ctx) {}').toString('base64')}`,
    response: { parse: true },
  },
};

// the operator's web hook comes after the portal's own two
const registrationHooks = hookLists('registration').password?.toSpliced(2, 0, webHook);

const { stack, visit } = useStack({
  configuration: {
    selfservice: {
      flows: {
        login: { after: { hooks: [...(hookLists('login')[''] ?? []), webHook] } },
        registration: { after: { password: { hooks: registrationHooks } } },
      },
    },
  },
});

beforeEach(() => {
  refuses = true;
});
afterAll(() => void hook.close());

/** Expects the hook's messages where they belong: one at the only address field, the other at the top. */
async function expectRefusal(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  expect(await visitor.messageAt('Email')).toContain(atAddress);
  expect(await page.locator('[data-message="9000001"]').count()).toBe(1);
  expect(await page.locator('[data-message="9000002"]').innerText()).toBe(general);
  expect(await page.locator('form [data-message="9000002"]').count()).toBe(0);
}

describe.each(scriptsOnAndOff)(
  '$how, a web hook that refuses',
  ({ scripts, withScripts, withoutScripts }) => {
    const password = 'nine yellow stethoscopes';

    withScripts(
      'a sign-up has its messages shown where they belong, and what was typed is kept',
      async () => {
        const email = `${randomUUID()}@test.example`;
        const visitor = await visit('/registration', { scripts });
        const { page } = visitor;
        const fields = await page.locator('main input:not([type="hidden"])').count();
        await visitor.register({ email, password, doctor: true });
        await expectRefusal(visitor);
        expect(await page.locator('main input:not([type="hidden"])').count()).toBe(fields);
        expect(await page.getByLabel('Email').inputValue()).toBe(email);
        expect(await page.getByLabel('First name').inputValue()).toBe('Ada');
        expect(await page.getByLabel(/informed consent/).isChecked()).toBe(true);
        expect(await page.getByLabel('I am a trained healthcare professional').isChecked()).toBe(true);
        refuses = false;
        await visitor.fill(/^Password/, password);
        await visitor.press('Sign up');
        await visitor.arrives('Verify your account');
      },
    );

    withoutScripts(
      'a sign-in has its messages shown where they belong, and the address is kept',
      async () => {
        const account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
        const visitor = await visit('/login', { scripts });
        const { page } = visitor;
        const fields = await page.locator('main input:not([type="hidden"])').count();
        await visitor.signIn(account.email, account.password);
        await expectRefusal(visitor);
        expect(await page.locator('main input:not([type="hidden"])').count()).toBe(fields);
        expect(await page.getByLabel('Email').inputValue()).toBe(account.email);
        refuses = false;
        await visitor.signIn(account.email, account.password);
        await visitor.arrives('Welcome, Ada');
      },
    );
  },
);
