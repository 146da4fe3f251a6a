import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createIdentity } from '../support/identities.ts';
import { startStack, type Stack } from '../support/stack.ts';

interface Flow {
  id: string;
  state?: string;
  ui: {
    action: string;
    messages?: { id: number }[];
    nodes: { group: string; attributes: { name?: string }; messages: { id: number }[] }[];
  };
}

let stack: Stack;
let known: string;
const unknown = 'nobody@example.org';

beforeAll(async () => {
  stack = await startStack({
    kratos: {
      SELFSERVICE_FLOWS_LOGIN_STYLE: 'identifier_first',
      HASHERS_ARGON2_EXPECTED_DURATION: '1ms',
      HASHERS_ARGON2_EXPECTED_DEVIATION: '1ms',
    },
  });
  known = (await createIdentity(stack.kratos.adminUrl)).email;
}, 240_000);
afterAll(() => stack.stop());

const json = { accept: 'application/json', 'content-type': 'application/json' };

/** Returns the answer to an API client: status, state, messages and fields, without random values. */
async function answerTo(kind: string, body: object): Promise<unknown> {
  const start = await fetch(`${stack.url}/self-service/${kind}/api`, { headers: json });
  const { ui } = (await start.json()) as Flow;
  const { pathname, search } = new URL(ui.action);
  const answer = await fetch(stack.url + pathname + search, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(body),
  });
  const flow = (await answer.json()) as Flow;
  return {
    status: answer.status,
    state: flow.state,
    messages: flow.ui.messages?.map(({ id }) => id),
    nodes: flow.ui.nodes.map(({ group, attributes, messages }) => [
      group,
      attributes.name,
      messages.map(({ id }) => id),
    ]),
  };
}

test.each([
  [
    'a wrong password',
    'login',
    (identifier: string) => ({ method: 'password', identifier, password: 'wrong' }),
  ],
  [
    'a sign-in that names only the account',
    'login',
    (identifier: string) => ({ method: 'identifier_first', identifier }),
  ],
  ['a recovery', 'recovery', (email: string) => ({ method: 'code', email })],
  ['a verification', 'verification', (email: string) => ({ method: 'code', email })],
  [
    'a registration by code',
    'registration',
    (email: string) => ({ method: 'code', traits: { email, tos: true } }),
  ],
])('%s is answered in the same way with and without an account', async (_, kind, body) => {
  const answer = await answerTo(kind, body(unknown));
  expect(await answerTo(kind, body(known))).toEqual(answer);
});
