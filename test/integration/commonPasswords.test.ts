import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import polish from '../../locales/pl.json' with { type: 'json' };
import { FlowBrowser, somebody, type AnsweredFlow } from '../support/flowBrowser.ts';
import { createIdentity } from '../support/identities.ts';
import { sessionToken } from '../support/kratosLogin.ts';
import { runningStack } from '../support/runningStack.ts';

const stack = runningStack({ refusesCommonPasswords: true });

/** Starts a flow and submits a password. @returns the status, and the ids of the messages at the field */
async function send(
  kind: 'registration' | 'settings',
  password: string,
  client: ConstructorParameters<typeof FlowBrowser>[1],
): Promise<[status: number, messages: number[] | undefined]> {
  const browser = new FlowBrowser(stack, client);
  const fields = { method: 'password', password, traits: { email: somebody(), tos: true } };
  const answer = await browser.submit(kind, await browser.start(kind), fields);
  const { ui } = (await answer.json()) as Partial<AnsweredFlow>;
  const field = ui?.nodes.find(({ attributes }) => attributes.name === 'password');
  return [answer.status, field?.messages?.map(({ id }) => id)];
}

test.each(['password', 'Password1', 'QWERTYUIOP', 'sunshine', 'Football123!'])(
  'a sign-up with the common password %s gets an error at the field, from pages and apps',
  async (password) => {
    for (const app of [false, true])
      expect([app, ...(await send('registration', password, { app }))]).toEqual([app, 400, [4000034]]);
  },
);

test('a sign-up with another password is not refused', async () => {
  expect((await send('registration', randomUUID(), { app: true }))[0]).toBe(200);
});

test('a common password is refused in the settings, and the old one still works', async () => {
  const account = await createIdentity(stack.kratos.adminUrl);
  const authorization = `Bearer ${await sessionToken(stack.url, account)}`;
  const app = { app: true, headers: { authorization } };
  expect(await send('settings', 'iloveyou', app)).toEqual([400, [4000034]]);
  const changed = { ...account, password: 'four walking stethoscopes' };
  expect((await send('settings', changed.password, app))[0]).toBe(200);
  expect(await sessionToken(stack.url, changed)).toMatch(/^ory_st_/);
});

test('without scripts the refusal is in the page’s language, and what was typed is kept', async () => {
  const visitor = new FlowBrowser(stack);
  const email = somebody();
  const fields = { method: 'password', password: 'password1', 'traits.email': email, 'traits.tos': 'true' };
  const sent = await visitor.sendPage('/registration', fields, 'pl');
  const location = sent.headers.get('location') ?? '';
  expect(location).toContain('/registration?flow=');
  const shown = await visitor.call(location, { headers: { accept: 'text/html', 'accept-language': 'pl' } });
  const html = (await shown.text()).replaceAll(/&#(\d+);/g, (_entity, number: string) =>
    String.fromCodePoint(Number(number)),
  );
  expect(html).toContain(polish['provider.4000034']);
  expect(html).toContain(`value="${email}"`);
  expect(html).not.toContain('password1');
});
