import { beforeAll, expect, test } from '@jest/globals';
import { FlowBrowser, type AnsweredFlow } from '../support/flowBrowser.ts';
import { createIdentity } from '../support/identities.ts';
import { runningStack } from '../support/runningStack.ts';

const stack = runningStack({
  kratos: {
    SELFSERVICE_FLOWS_LOGIN_STYLE: 'identifier_first',
    HASHERS_ARGON2_EXPECTED_DURATION: '1ms',
    HASHERS_ARGON2_EXPECTED_DEVIATION: '1ms',
  },
});
let known: string;
const unknown = 'nobody@example.org';

beforeAll(async () => {
  known = (await createIdentity(stack.kratos.adminUrl)).email;
}, 240_000);

/** Returns the answer to an app: status, state, messages and fields, without random values. */
async function answerTo(kind: string, fields: object): Promise<unknown> {
  const app = new FlowBrowser(stack, { app: true });
  const answer = await app.submit(kind, await app.start(kind), fields);
  const flow = (await answer.json()) as AnsweredFlow;
  return {
    status: answer.status,
    state: flow.state,
    messages: flow.ui.messages?.map(({ id }) => id),
    nodes: flow.ui.nodes.map(({ group, attributes, messages }) => [
      group,
      attributes.name,
      messages?.map(({ id }) => id),
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
