import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { confirmByCode } from '../../shared/flow/messageId.ts';
import { freePort } from '../../provider/local/freePort.ts';
import { createIdentity } from '../support/identities.ts';
import { startFakeHydraAdmin, type FakeHydraAdmin } from '../support/fakeHydraAdmin.ts';
import { FlowBrowser, KratosAdmin, messagesIn, password, type AnsweredFlow } from '../support/flowBrowser.ts';
import { mailedCode } from '../support/mailedCode.ts';
import { returnFrom, startOpenidProvider, type OpenidProvider } from '../support/openidProvider.ts';
import { startStack, type Stack } from '../support/stack.ts';

let acme: OpenidProvider;
let hydra: FakeHydraAdmin;
let stack: Stack;

beforeAll(async () => {
  const port = await freePort();
  acme = await startOpenidProvider(`http://localhost:${port}`);
  hydra = await startFakeHydraAdmin();
  stack = await startStack({ port, kratos: { ...acme.kratos, OAUTH2_PROVIDER_URL: hydra.url } });
}, 240_000);

afterAll(async () => {
  await stack.stop();
  await acme.stop();
  hydra.stop();
});

const client = (): FlowBrowser => new FlowBrowser(stack);

/** Signs in at a provider, and returns the callback's path without calling it. */
async function callbackOf(who: FlowBrowser, email: string, provider = 'acme'): Promise<string> {
  acme.signInAs(email);
  const started = await who.submit('login', await who.start('login'), { method: 'oidc', provider });
  return returnFrom(
    stack.url,
    ((await started.json()) as { redirect_browser_to: string }).redirect_browser_to,
  );
}

const follow = (who: FlowBrowser, path: string): Promise<Response> =>
  who.call(path, { headers: { accept: 'text/html' } });

interface Account {
  id: string;
  credentials?: { oidc?: { identifiers?: string[] } };
}

async function accountOf(email: string): Promise<Account | undefined> {
  const query = `credentials_identifier=${email}&include_credential=oidc`;
  return (await new KratosAdmin(stack).read<Account[]>(`/identities?${query}`))[0];
}

/** The id of the flow that an answer redirects to. */
const flowAt = ({ headers }: Response): string =>
  new URL(headers.get('location') ?? '', stack.url).searchParams.get('flow') ?? '';

const flowOf = (who: FlowBrowser, kind: string, answer: Response): Promise<AnsweredFlow> =>
  who.flow(kind, flowAt(answer));

test('a stranger’s social sign-up with somebody else’s address is no way in once its owner proves the address', async () => {
  const email = `${randomUUID()}@acme.example`;
  const stranger = client();
  await follow(stranger, await callbackOf(stranger, email));
  const made = await accountOf(email);
  expect(made?.credentials?.oidc?.identifiers).toHaveLength(1);
  expect(await stranger.identity()).toBeUndefined();
  // consumes the sign-up's mail, so that the next one is the sign-in's
  await mailedCode(stack.mailbox, email);

  const person = client();
  await person.signInByCode(email);
  expect(await person.identity()).toBe(made?.id);
  for (const who of [stranger, client()]) {
    await follow(who, await callbackOf(who, email));
    expect(await who.identity()).toBeUndefined();
  }
  expect(await person.identity()).toBe(made?.id);
});

test('a stranger’s social account does not learn the address that its owner has changed to', async () => {
  const email = `${randomUUID()}@acme.example`;
  const stranger = client();
  await follow(stranger, await callbackOf(stranger, email));
  await mailedCode(stack.mailbox, email);
  const person = new FlowBrowser(stack);
  await person.recover(email);
  const changed = `${randomUUID()}@portal.example`;
  await person.change({ method: 'profile', 'traits.email': changed, 'traits.tos': 'true' });
  const refused = await flowOf(stranger, 'login', await follow(stranger, await callbackOf(stranger, email)));
  expect(messagesIn(refused)).toEqual([confirmByCode]);
  expect(JSON.stringify(refused)).not.toContain(changed);
});

test('a social account counts once the mailed code is entered in the browser of its sign-up', async () => {
  const email = `${randomUUID()}@acme.example`;
  const person = client();
  const made = await follow(person, await callbackOf(person, email));
  const flow = await flowOf(person, 'verification', made);
  const code = await mailedCode(stack.mailbox, email);
  await person.submit('verification', flow, { method: 'code', code });
  const account = await accountOf(email);
  expect(account?.credentials?.oidc?.identifiers).toHaveLength(1);
  const elsewhere = client();
  await follow(elsewhere, await callbackOf(elsewhere, email));
  expect(await elsewhere.identity()).toBe(account?.id);
});

test('a social account is confirmed by a code in the flow in which it was refused', async () => {
  const email = `${randomUUID()}@acme.example`;
  const laptop = client();
  await follow(laptop, await callbackOf(laptop, email));
  await mailedCode(stack.mailbox, email);
  const person = client();
  const refused = await follow(person, await callbackOf(person, email));
  const flow = await flowOf(person, 'login', refused);
  expect(messagesIn(flow)).toEqual([confirmByCode]);
  await person.signInByCode(email, flow.id);
  const elsewhere = client();
  await follow(elsewhere, await callbackOf(elsewhere, email));
  expect(await elsewhere.identity()).toBe((await accountOf(email))?.id);
});

test('a social provider that vouches for the address makes an account that counts at once', async () => {
  const email = `${randomUUID()}@umbrella.example`;
  const person = client();
  await follow(person, await callbackOf(person, email, 'umbrella'));
  await follow(person, await callbackOf(person, email, 'umbrella'));
  expect(await person.identity()).toBe((await accountOf(email))?.id);
});

test('a stranger who links a social account with a password that does not count keeps no way in', async () => {
  const email = `${randomUUID()}@acme.example`;
  const stranger = client();
  await stranger.register(email);
  await mailedCode(stack.mailbox, email);
  // the social account has the same address, so Kratos links it to the account that the password signs in to
  const linking = client();
  const refused = await follow(linking, await callbackOf(linking, email));
  await linking.submit('login', await flowOf(linking, 'login', refused), {
    method: 'password',
    identifier: email,
    password,
  });
  expect(await linking.identity()).toBeUndefined();
  const person = client();
  await person.signInByCode(email);
  for (const who of [linking, client()]) {
    await follow(who, await callbackOf(who, email));
    expect(await who.identity()).toBeUndefined();
  }
});

test('an owner who links a social account with a mailed code does not make the stranger’s password count', async () => {
  const email = `${randomUUID()}@acme.example`;
  await client().register(email);
  await mailedCode(stack.mailbox, email);
  const person = client();
  const known = await follow(person, await callbackOf(person, email));
  await person.signInByCode(email, flowAt(known));
  const account = (await accountOf(email))?.id;
  expect(await person.identity()).toBe(account);
  const stranger = client();
  await stranger.signIn(email);
  expect(await stranger.identity()).toBeUndefined();
});

test('a social sign-up for an application does not sign a stranger in whose code was mailed to an address of their own', async () => {
  const [victim, own] = [`${randomUUID()}@acme.example`, `${randomUUID()}@acme.example`];
  await client().register(own);
  await mailedCode(stack.mailbox, own);
  // 1.3.1 goes on to the application only without scripts
  const stranger = new FlowBrowser(stack, { scripts: false });
  acme.signInAs(victim);
  const login = await stranger.start('login', '?login_challenge=c0ffee');
  const sent = await stranger.submit('login', login, { method: 'oidc', provider: 'acme' });
  const callback = await returnFrom(stack.url, sent.headers.get('location') ?? '');
  const made = await stranger.call(callback, { headers: { accept: 'text/html' } });
  const id = flowAt(made);
  await mailedCode(stack.mailbox, victim);
  const since = stack.mailbox.messages.length;
  await stranger.submit('verification', await stranger.flow('verification', id), {
    method: 'code',
    email: own,
  });
  hydra.accepted.length = 0;
  await stranger.enterCode(id, await mailedCode(stack.mailbox, own, since));
  expect(await stranger.identity()).toBeUndefined();
  expect(hydra.accepted).toEqual([]);
});

test('an app cannot exchange the code of a sign-up for a session before the address is proved', async () => {
  const email = `${randomUUID()}@acme.example`;
  const returnTo = `${stack.url}/`;
  const app = client();
  const started = await fetch(
    `${stack.url}/self-service/registration/api?return_session_token_exchange_code=true&return_to=${returnTo}`,
  );
  const flow = (await started.json()) as { id: string; session_token_exchange_code: string };
  acme.signInAs(email);
  const sent = await fetch(`${stack.url}/self-service/registration?flow=${flow.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ method: 'oidc', provider: 'acme', 'traits.email': email, 'traits.tos': true }),
  });
  const { redirect_browser_to: next } = (await sent.json()) as { redirect_browser_to: string };
  const done = await follow(app, await returnFrom(stack.url, next));
  // the portal's sign-in page leads on to it
  const { searchParams } = new URL(done.headers.get('location') ?? '', stack.url);
  const code = new URL(searchParams.get('return_to') ?? '').searchParams.get('code') ?? '';
  const exchanged = await fetch(
    `${stack.url}/sessions/token-exchange?init_code=${flow.session_token_exchange_code}&return_to_code=${code}`,
  );
  const { session_token: token = '' } = (await exchanged.json()) as { session_token?: string };
  const whoami = await fetch(`${stack.url}/sessions/whoami`, { headers: { 'x-session-token': token } });
  expect(code).not.toBe('');
  expect(whoami.status).toBe(401);
});

test('a social provider that claims an existing account’s address neither signs in to it nor is linked', async () => {
  const { id, email } = await createIdentity(stack.kratos.adminUrl);
  const stranger = client();
  await follow(stranger, await callbackOf(stranger, email));
  expect(await stranger.identity()).toBeUndefined();
  const account = await accountOf(email);
  expect([account?.id, account?.credentials?.oidc?.identifiers ?? []]).toEqual([id, []]);
});

test('a stranger’s callback URL from a social provider does not sign another browser in', async () => {
  const stranger = client();
  const email = `${randomUUID()}@acme.example`;
  const callback = await callbackOf(stranger, email);
  const otherSite = {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    origin: 'https://evil.example',
  };
  const victim = client();
  await victim.start('login');
  await follow(victim, callback);
  await victim.call(callback.split('?')[0] ?? '', {
    method: 'POST',
    headers: { ...otherSite, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    body: callback.split('?')[1] ?? '',
  });
  expect(await victim.identity()).toBeUndefined();
  expect(await accountOf(email)).toBeUndefined();
});
