import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { attacker } from '../support/attacker.ts';
import { mailedCode } from '../support/mailedCode.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({
    configuration: { selfservice: { methods: { code: { mfa_enabled: true, passwordless_enabled: false } } } },
  });
}, 240_000);

afterAll(() => stack.stop());

const password = 'lub-dub-lub-dub';
const client = () => attacker(stack.url, '198.51.100.1');

test('a recovery that first proves an address leads to the sign-in if a mailed code is required as second factor', async () => {
  const email = `${randomUUID()}@test.example`;
  const stranger = client();
  await stranger.submit('registration', await stranger.start('registration'), {
    method: 'password',
    password,
    'traits.email': email,
    'traits.tos': 'true',
  });
  await mailedCode(stack.mailbox, email);

  const person = client();
  const since = stack.mailbox.messages.length;
  const flow = await person.start('recovery');
  await person.submit('recovery', flow, { method: 'code', email });
  const code = await mailedCode(stack.mailbox, email, since);
  const recovered = await person.submit('recovery', flow, { method: 'code', code });
  expect([recovered.status, await recovered.json()]).toMatchObject([
    422,
    { redirect_browser_to: `${stack.url}/login` },
  ]);

  const refused = await stranger.submit('login', await stranger.start('login'), {
    method: 'password',
    identifier: email,
    password,
  });
  expect(refused.status).toBe(400);
});
