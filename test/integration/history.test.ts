import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort } from '../../provider/local/freePort.ts';
import type { Store } from '../../server/store/store.ts';
import type { Activity } from '../../shared/activity.ts';
import { totpCode } from '../support/accountVisitor.ts';
import {
  fieldOf,
  FlowBrowser,
  KratosAdmin,
  mailedVerification,
  password,
  somebody,
  totpSecretIn,
  type AnsweredFlow,
} from '../support/flowBrowser.ts';
import { startFakeHydraAdmin, type FakeHydraAdmin } from '../support/fakeHydraAdmin.ts';
import { createIdentity } from '../support/identities.ts';
import { mailedCode } from '../support/mailedCode.ts';
import { newDirectory } from '../support/newDirectory.ts';
import { returnFrom, startOpenidProvider, type OpenidProvider } from '../support/openidProvider.ts';
import { softKey, type KeyOptions, type SoftKey } from '../support/softKey.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { storeIn } from '../support/useStores.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';

/** An admin of the portal. */
const boss = somebody();

let stack: Stack;
/** One whose sessions are too old at once for a change of an address, for applications too. */
let strict: Stack;
let store: Store;

let acme: OpenidProvider;
let hydra: FakeHydraAdmin;

beforeAll(async () => {
  const portal = {
    DATA_DIRECTORY: newDirectory(),
    CONSENT_VERSION: '2026-11',
    PORTAL_ADMINS: boss,
    PORTAL_ADMIN_AAL: 'aal1',
    CLIENT_PLACE_HEADER: 'CF-IPCountry',
  };
  const port = await freePort();
  hydra = await startFakeHydraAdmin();
  acme = await startOpenidProvider(`http://localhost:${port}`, '{ email: claims.email }');
  [stack, strict] = await Promise.all([
    startStack({ port, portal: { ...portal, TRUST_PROXY: 'loopback' }, kratos: acme.kratos }),
    startStack({
      portal: { ...portal, HYDRA_ADMIN_URL: hydra.url },
      kratos: {
        SELFSERVICE_FLOWS_SETTINGS_PRIVILEGED_SESSION_MAX_AGE: '1ms',
        OAUTH2_PROVIDER_URL: hydra.url,
      },
    }),
  ]);
  store = await storeIn(portal.DATA_DIRECTORY);
}, 240_000);

afterAll(async () => {
  await store.close();
  await Promise.all([stack.stop(), strict.stop(), acme.stop()]);
  hydra.stop();
});

/** Reads an account's history, the earliest event first, once it has a number of events. */
async function history(email: string, length: number, of = stack): Promise<Activity[]> {
  const id = await new KratosAdmin(of).idOf(email);
  for (let attempt = 0; ; attempt += 1) {
    const { events } = await store.history(id, {});
    if (events.length >= length || attempt === 100) return events.toReversed();
    await pause(50);
  }
}

/** What events say, without the browser and its address. */
const said = (events: Activity[]): unknown[] =>
  events.map(({ kind, about: { userAgent: _userAgent, from: _from, request: _request, ...about } }) => [
    kind,
    about,
  ]);

/** Reads the two events of a sign-up, by their names: they may have happened in the same millisecond. */
const firstOf = async (email: string, of = stack): Promise<unknown[]> =>
  said(await history(email, 2, of))
    .slice(0, 2)
    .sort();

/** How many events `signedIn` makes. */
const atFirst = 4;

/** Reads what has happened to an account since `signedIn`, without the browser and its address, once there is as much. */
const saidSince = async (email: string, length: number, of = stack): Promise<unknown[]> =>
  said(await history(email, atFirst + length, of)).slice(atFirst);

/** Signs somebody up, with a verified address, and signs them in. */
async function signedIn(email: string, at = stack): Promise<FlowBrowser> {
  const browser = new FlowBrowser(at, { headers: { 'user-agent': firefox } });
  await browser.register(email);
  const { flow, code } = await mailedVerification(at, email);
  await browser.enterCode(flow, code);
  await browser.signIn(email);
  return browser;
}

/** Signs up or in with the account at Acme. */
async function withAcme(
  browser: FlowBrowser,
  kind: 'login' | 'registration',
  fields: Record<string, string> = {},
): Promise<void> {
  const social = { method: 'oidc', provider: 'acme', ...fields };
  const sent = await browser.submit(kind, await browser.start(kind), social);
  const there =
    sent.headers.get('location') ??
    ((await sent.json()) as { redirect_browser_to: string }).redirect_browser_to;
  await browser.call(await returnFrom(stack.url, there), { headers: { accept: 'text/html' } });
}

test('a sign-up, its verification and each sign-in are in the history, with the browser and the kept part of its address', async () => {
  const email = somebody();
  await signedIn(email);
  const events = await history(email, atFirst);
  expect(await firstOf(email)).toEqual([
    ['agreed', { version: '2026-11' }],
    ['registered', { method: 'password' }],
  ]);
  expect(said(events).slice(2)).toEqual([
    ['addressVerified', { address: email }],
    ['signedIn', { method: 'password' }],
  ]);
  for (const { about } of events)
    expect(about).toMatchObject({ userAgent: firefox, from: '127.0.0.0/24', request: expect.any(String) });
}, 60_000);

test.each([true, false])(
  'a sign-up by a mailed code or a social account is in the history with what it agreed to, with scripts: %s',
  async (scripts) => {
    const agreed = ['agreed', { version: '2026-11' }];
    const email = somebody();
    const browser = new FlowBrowser(stack, { scripts });
    const form = { method: 'code', 'traits.email': email, 'traits.tos': 'true' };
    const flow = await browser.start('registration');
    await browser.submit('registration', flow, form);
    const code = await mailedCode(stack.mailbox, email);
    await browser.submit('registration', await browser.flow('registration', flow.id), { ...form, code });
    expect(await firstOf(email)).toEqual([agreed, ['registered', { method: 'code' }]]);

    const other = somebody();
    acme.signInAs(other);
    const person = new FlowBrowser(stack, { scripts });
    await withAcme(person, 'registration', { 'traits.email': other, 'traits.tos': 'true' });
    expect(await firstOf(other)).toEqual([agreed, ['registered', { method: 'oidc', provider: 'acme' }]]);
  },
  60_000,
);

test('a sign-up for an application names it in the history', async () => {
  const email = somebody();
  const browser = new FlowBrowser(strict);
  await browser.submit('registration', await browser.start('registration', '?login_challenge=c0ffee'), {
    method: 'password',
    password,
    'traits.email': email,
    'traits.tos': 'true',
  });
  expect(await firstOf(email, strict)).toEqual([
    ['agreed', { version: '2026-11' }],
    ['registered', { method: 'password', application: 'Ward Round' }],
  ]);
}, 60_000);

test('only a trusted proxy says where it happened: in what Kratos tells, and in what the portal sees itself', async () => {
  const placesOf = async (at: Stack): Promise<unknown[]> => {
    const email = somebody();
    const browser = new FlowBrowser(at, { headers: { 'cf-ipcountry': 'SE' } });
    await browser.register(email);
    await browser.signIn(email, 'not-the-password');
    const kept = await history(email, 3, at);
    return kept.map(({ kind, about }) => [kind, about.place]).sort();
  };
  const kinds = ['agreed', 'registered', 'signInFailed'];
  expect(await placesOf(stack)).toEqual(kinds.map((kind) => [kind, 'SE']));
  expect(await placesOf(strict)).toEqual(kinds.map((kind) => [kind, undefined]));
}, 60_000);

test('a wrong password and a mailed code are in the history of the account that was named, and in no other', async () => {
  const [email, other] = [somebody(), somebody()];
  await signedIn(email);
  await signedIn(other);
  const stranger = new FlowBrowser(stack, { headers: { 'user-agent': 'curl/8' } });
  await stranger.signIn(email, 'not-the-password');
  await stranger.signIn('nobody@test.example', 'not-the-password');
  expect(await saidSince(email, 1)).toEqual([['signInFailed', { method: 'password' }]]);
  await stranger.signInByCode(email);
  expect((await saidSince(email, 3)).slice(1)).toEqual([
    ['codeMailed', { method: 'code' }],
    ['signedIn', { method: 'code' }],
  ]);
  const events = await history(email, atFirst + 3);
  expect(events.at(-1)?.about.userAgent).toBe('curl/8');
  expect(await history(other, atFirst)).toHaveLength(atFirst);
}, 60_000);

test.each([true, false])(
  'a wrong mailed code is in the history, with scripts: %s',
  async (scripts) => {
    const email = somebody();
    await signedIn(email);
    const stranger = new FlowBrowser(stack, { scripts });
    const flow = await stranger.start('login');
    const form = { method: 'code', identifier: email };
    await stranger.submit('login', flow, form);
    await stranger.submit('login', await stranger.flow('login', flow.id), { ...form, code: '000000' });
    expect(await saidSince(email, 2)).toEqual([
      ['codeMailed', { method: 'code' }],
      ['signInFailed', { method: 'code' }],
    ]);
  },
  60_000,
);

const optionsIn = (flow: AnsweredFlow, name: string): KeyOptions => {
  const value = JSON.parse(fieldOf(flow, name)) as KeyOptions & { credentialOptions?: KeyOptions };
  return value.credentialOptions ?? value;
};

/** Sets up an authenticator app. */
async function addTotp(browser: FlowBrowser): Promise<void> {
  const flow = await browser.start('settings');
  await browser.submit('settings', flow, { method: 'totp', totp_code: totpCode(totpSecretIn(flow)) });
}

/** Signs somebody in, and sets up every second factor and a passkey. */
async function withEveryFactor(email: string): Promise<{ passkey: SoftKey; backupCode: string }> {
  const browser = await signedIn(email);
  const [passkey, key] = [softKey(stack.url), softKey(stack.url)];
  const addKeys = await browser.start('settings');
  await browser.submit('settings', addKeys, {
    method: 'passkey',
    passkey_settings_register: passkey.create(optionsIn(addKeys, 'passkey_create_data')),
  });
  const addKey = await browser.start('settings');
  await browser.submit('settings', addKey, {
    method: 'webauthn',
    webauthn_register_displayname: 'a key',
    webauthn_register: key.create(optionsIn(addKey, 'webauthn_register_trigger')),
  });
  await addTotp(browser);
  const codes = await browser.start('settings');
  await browser.submit('settings', codes, { method: 'lookup_secret', lookup_secret_regenerate: 'true' });
  const { ui } = await browser.flow('settings', codes.id);
  const shown = ui.nodes.find(({ attributes }) => attributes.id === 'lookup_secret_codes')?.attributes.text;
  const confirmed = await browser.submit('settings', codes, {
    method: 'lookup_secret',
    lookup_secret_confirm: 'true',
  });
  expect(confirmed.status).toBe(200);
  return { passkey, backupCode: shown?.text.split(/[, ]+/)[0] ?? '' };
}

/** Gives a second factor, one after the other. */
async function giveSecond(browser: FlowBrowser, all: Record<string, string>[]): Promise<void> {
  for (const fields of all) await browser.submit('login', await browser.start('login', '?aal=aal2'), fields);
}

const wrongTotp = { method: 'totp', totp_code: '000000' };

/** Reads the sign-ins that were refused to an account, once there are as many. */
async function refusedTo(email: string, count: number): Promise<unknown[]> {
  for (let attempt = 0; ; attempt += 1) {
    const refused = (await history(email, 1)).filter(({ kind }) => kind === 'signInFailed');
    if (refused.length >= count || attempt === 100) return said(refused);
    await pause(50);
  }
}

describe.each([true, false])('a wrong second factor, with scripts: %s', (scripts) => {
  test('is in the history, whichever it is; one that is right or missing is not', async () => {
    const email = somebody();
    const { backupCode } = await withEveryFactor(email);
    const browser = new FlowBrowser(stack, { scripts });
    await browser.signIn(email);
    const flow = await browser.start('login', '?aal=aal2');
    const options = optionsIn(flow, 'webauthn_login_trigger');
    const webauthn_login = softKey(stack.url).get(options);
    await browser.submit('login', flow, { method: 'webauthn', identifier: email, webauthn_login });
    await giveSecond(browser, [
      { ...wrongTotp, totp_code: '' },
      wrongTotp,
      { method: 'lookup_secret', lookup_secret: 'abcdefgh' },
      { method: 'lookup_secret', lookup_secret: backupCode },
    ]);
    expect(await browser.identity()).toBe(await new KratosAdmin(stack).idOf(email));
    expect(await refusedTo(email, 3)).toEqual(
      ['webauthn', 'totp', 'lookup_secret'].map((method) => ['signInFailed', { method }]),
    );
    expect((await history(email, 1)).filter(({ kind }) => kind === 'confirmed')).toHaveLength(1);
  }, 60_000);

  test('is in the history after any first factor, and after a recovery', async () => {
    const email = somebody();
    const { passkey } = await withEveryFactor(email);
    const refused = ['signInFailed', { method: 'totp' }];
    const ways: ((browser: FlowBrowser) => Promise<unknown>)[] = [
      (browser) => browser.signInByCode(email),
      async (browser) => {
        const flow = await browser.start('login');
        const passkey_login = passkey.get(optionsIn(flow, 'passkey_challenge'));
        await browser.submit('login', flow, { method: 'passkey', passkey_login });
      },
      (browser) => browser.recover(email),
    ];
    for (const [at, signIn] of ways.entries()) {
      const browser = new FlowBrowser(stack, { scripts });
      await signIn(browser);
      await giveSecond(browser, [wrongTotp]);
      expect(await refusedTo(email, at + 1)).toEqual(Array.from({ length: at + 1 }, () => refused));
    }

    const other = somebody();
    acme.signInAs(other);
    const owner = new FlowBrowser(stack, { scripts });
    await withAcme(owner, 'registration', { 'traits.email': other, 'traits.tos': 'true' });
    const { flow, code } = await mailedVerification(stack, other);
    await owner.enterCode(flow, code);
    await withAcme(owner, 'login');
    await addTotp(owner);
    const browser = new FlowBrowser(stack, { scripts });
    await withAcme(browser, 'login');
    await giveSecond(browser, [wrongTotp]);
    expect(await refusedTo(other, 1)).toEqual([refused]);
  }, 60_000);
});

test('a wrong second factor in an app is in the history', async () => {
  const email = somebody();
  await addTotp(await signedIn(email));
  const { answer } = await new FlowBrowser(stack, { app: true }).signIn(email);
  const { session_token: token } = (await answer.json()) as { session_token: string };
  await giveSecond(new FlowBrowser(stack, { app: true, headers: { 'x-session-token': token } }), [wrongTotp]);
  expect(await refusedTo(email, 1)).toEqual([['signInFailed', { method: 'totp' }]]);
}, 60_000);

test('whoever has yet to give the second factor and signs out, or ends the other sessions, is in the history', async () => {
  const email = somebody();
  await addTotp(await signedIn(email));
  const token = async (browser: FlowBrowser): Promise<string> =>
    ((await (await browser.call('/api/csrf')).json()) as { token: string }).token;
  const waiting = async (): Promise<FlowBrowser> => {
    const browser = new FlowBrowser(stack);
    await browser.signIn(email);
    return browser;
  };
  const [first, second] = [await waiting(), await waiting()];
  const headers = { 'x-csrf-token': await token(first) };
  expect((await first.call('/sessions', { method: 'DELETE', headers })).status).toBe(200);
  const begun = (await (await first.call('/self-service/logout/browser')).json()) as { logout_token: string };
  await first.call(`/self-service/logout?token=${begun.logout_token}`, { headers: { accept: 'text/html' } });
  const third = await waiting();
  const body = new URLSearchParams({ submit: 'Yes', _csrf: await token(third) });
  const form = { method: 'POST', headers: { accept: 'text/html', origin: stack.url }, body };
  expect((await third.call('/logout', form)).status).toBe(303);
  // this one has ended
  await second.call('/logout', {
    ...form,
    body: new URLSearchParams({ submit: 'Yes', _csrf: await token(second) }),
  });
  expect((await saidSince(email, 7)).slice(3)).toEqual([
    ['sessionsEnded', {}],
    ['signedOut', {}],
    ['signedIn', { method: 'password' }],
    ['signedOut', {}],
  ]);
}, 60_000);

test('a wrong password without scripts is in the history, too', async () => {
  const email = somebody();
  await signedIn(email);
  const stranger = new FlowBrowser(stack);
  const answer = await stranger.sendPage('/login', {
    method: 'password',
    identifier: email,
    password: 'not-the-password',
  });
  expect(answer.status).toBe(303);
  expect(await saidSince(email, 1)).toEqual([['signInFailed', { method: 'password' }]]);
}, 60_000);

test('what Kratos did not try is in no history, and what it tried is, whatever the field', async () => {
  const email = somebody();
  await signedIn(email);
  const stranger = new FlowBrowser(stack);
  const post = (path: string, fields: object): Promise<Response> =>
    stranger.call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    });
  for (const flow of ['x1', 'x2'])
    for (const name of ['identifier', 'email'])
      await post(`/self-service/login?flow=${flow}`, { method: 'password', [name]: email, password: 'x' });
  await post('/self-service/login?flow=x', { method: 'code', email });
  const flow = await stranger.start('login');
  await stranger.submit('login', flow, {
    method: 'password',
    identifier: '',
    password_identifier: email,
    password: 'not-the-password',
  });
  expect(await saidSince(email, 1)).toEqual([['signInFailed', { method: 'password' }]]);
}, 60_000);

test('a change of the address to somebody else’s, which Kratos refuses, is not in the history', async () => {
  const [email, other] = [somebody(), somebody()];
  await signedIn(other);
  const browser = await signedIn(email);
  const traits = { method: 'profile', 'traits.tos': 'true' };
  expect((await browser.change({ ...traits, 'traits.email': other })).status).toBe(400);
  await browser.change({ ...traits, 'traits.email': email, 'traits.name.first': 'Ada' });
  expect(await saidSince(email, 1)).toEqual([['profileChanged', {}]]);
}, 60_000);

test('a change that Kratos does not store, after it has asked the portal, is not in the history', async () => {
  const [email, next] = [somebody(), somebody()];
  const browser = await signedIn(email, strict);
  const answer = await browser.change({ method: 'profile', 'traits.tos': 'true', 'traits.email': next });
  expect(answer.status).toBe(403);
  await new FlowBrowser(strict).signIn(email, 'not-the-password');
  expect(await saidSince(email, 1, strict)).toEqual([['signInFailed', { method: 'password' }]]);
}, 60_000);

test('changes of the profile, the address, the password and second factors are in the history', async () => {
  const [email, next] = [somebody(), somebody()];
  const browser = await signedIn(email);
  const traits = { method: 'profile', 'traits.tos': 'true', 'traits.name.first': 'Ada' };
  await browser.change({ ...traits, 'traits.email': email });
  await browser.change({ method: 'password', password: `${password}!` });
  const flow = await browser.start('settings');
  const code = totpCode(totpSecretIn(flow));
  await browser.submit('settings', flow, { method: 'totp', totp_code: code });
  await browser.change({ method: 'totp', totp_unlink: 'true' });
  await browser.change({ ...traits, 'traits.email': next });
  expect(await saidSince(next, 5)).toEqual([
    ['profileChanged', {}],
    ['passwordChanged', {}],
    ['methodAdded', { method: 'totp' }],
    ['methodRemoved', { method: 'totp' }],
    ['addressChanged', { address: next, formerAddress: email, formerPlace: '/traits/email' }],
  ]);
}, 60_000);

test('a recovery is in the history', async () => {
  const email = somebody();
  await signedIn(email);
  await new FlowBrowser(stack).recover(email);
  expect(await saidSince(email, 2)).toEqual([
    ['codeMailed', { method: 'code' }],
    ['recovered', { method: 'code' }],
  ]);
}, 60_000);

test('ending other sessions is in the history', async () => {
  const email = somebody();
  const browser = await signedIn(email);
  const { token } = (await (await browser.call('/api/csrf')).json()) as { token: string };
  const answer = await browser.call('/sessions', { method: 'DELETE', headers: { 'x-csrf-token': token } });
  expect(answer.status).toBe(200);
  expect(await saidSince(email, 1)).toEqual([['sessionsEnded', {}]]);
}, 60_000);

test('sessions that a program ends by its token are in the history, however it presents it', async () => {
  const email = somebody();
  await signedIn(email);
  const app = new FlowBrowser(stack, { app: true });
  const tokens: string[] = [];
  for (let made = 0; made < 3; made += 1) {
    const { answer } = await app.signIn(email);
    tokens.push(((await answer.json()) as { session_token: string }).session_token);
  }
  const [first = '', second = '', third = ''] = tokens;
  const sessions = (await (
    await app.call('/sessions', { headers: { 'x-session-token': first } })
  ).json()) as { id: string }[];
  const ended = [
    await app.call(`/sessions/${sessions[0]?.id ?? ''}`, {
      method: 'DELETE',
      headers: { 'x-session-token': first },
    }),
    await app.call('/sessions', { method: 'DELETE', headers: { authorization: `Bearer ${first}` } }),
  ];
  const signOut = (token: string): Promise<Response> =>
    app.call('/self-service/logout/api', {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ session_token: token }),
    });
  ended.push(await signOut(first));
  expect(ended.map(({ status }) => status)).toEqual([204, 200, 204]);
  // these have ended, and are nobody's
  await Promise.all([second, third, 'made-up'].map(signOut));
  expect((await saidSince(email, 6)).slice(3)).toEqual([
    ['sessionsEnded', {}],
    ['sessionsEnded', {}],
    ['signedOut', {}],
  ]);
}, 60_000);

test('a browser that signs out at the provider’s own address is in the history', async () => {
  const email = somebody();
  const browser = await signedIn(email);
  const begun = (await (await browser.call('/self-service/logout/browser')).json()) as {
    logout_token: string;
  };
  await browser.call(`/self-service/logout?token=${begun.logout_token}`, {
    headers: { accept: 'text/html' },
  });
  expect(await saidSince(email, 1)).toEqual([['signedOut', {}]]);
}, 60_000);

test('what an administrator does to an account is in its history, wherever the call names it', async () => {
  const email = somebody();
  await signedIn(email);
  const { password: secret } = await createIdentity(stack.kratos.adminUrl, { email: boss });
  const admin = new FlowBrowser(stack);
  await admin.signIn(boss, secret);
  const { token } = (await (await admin.call('/api/csrf')).json()) as { token: string };
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await admin.call(`/admin${path}`, {
      method,
      headers: { 'x-csrf-token': token, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect([path, answer.ok]).toEqual([path, true]);
    return answer.status === 204 ? undefined : answer.json();
  };
  const id = await new KratosAdmin(stack).idOf(email);
  const [session] = (await call('GET', `/identities/${id}/sessions`)) as [{ id: string }];
  await call('PATCH', `/sessions/${session.id}/extend`);
  await call('DELETE', `/sessions/${session.id}`);
  await call('POST', '/recovery/code', { identity_id: id });
  await call('POST', '/recovery/link', { identity_id: id });
  await call('PATCH', `/identities/${id}`, [{ op: 'replace', path: '/state', value: 'inactive' }]);
  const operations = [
    'extendSession',
    'disableSession',
    'createRecoveryCodeForIdentity',
    'createRecoveryLinkForIdentity',
    'patchIdentity',
  ];
  expect(await saidSince(email, 5)).toEqual(operations.map((operation) => ['changedByAdmin', { operation }]));

  const others = [somebody(), somebody()];
  const made = others.map((one) => ({ schema_id: 'default', traits: { email: one, tos: true } }));
  await call('POST', '/identities', made[0]);
  await call('PATCH', '/identities', { identities: [{ create: made[1] }] });
  for (const [at, operation] of ['createIdentity', 'batchPatchIdentities'].entries())
    expect(said(await history(others[at] ?? '', 1))).toEqual([['changedByAdmin', { operation }]]);
}, 60_000);

test('nothing of a password or a code is in the history', async () => {
  const email = somebody();
  await signedIn(email);
  await new FlowBrowser(stack).signInByCode(email);
  const text = JSON.stringify(await history(email, atFirst + 2));
  for (const mail of stack.mailbox.messages.filter(({ to }) => to.includes(email)))
    if (mail.code !== undefined) expect(text).not.toContain(mail.code);
  expect(text).not.toContain(password);
}, 60_000);
