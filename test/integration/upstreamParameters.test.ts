import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort } from '../../provider/local/freePort.ts';
import { attacker, fieldOf, type AttackedFlow } from '../support/attacker.ts';
import { createIdentity } from '../support/identities.ts';
import { startOpenidProvider, type OpenidProvider } from '../support/openidProvider.ts';
import { startStack, type Stack } from '../support/stack.ts';

let acme: OpenidProvider;
let stack: Stack;

beforeAll(async () => {
  const port = await freePort();
  acme = await startOpenidProvider(`http://localhost:${port}`);
  stack = await startStack({ port, kratos: acme.kratos });
}, 240_000);

afterAll(async () => {
  await stack.stop();
  await acme.stop();
});

type Client = ReturnType<typeof attacker>;

interface Sent {
  query?: string;
  json?: object;
  form?: string;
}

/** Sends a form that leads to Acme, and returns the query of the URL there. */
async function queryAtAcme(
  who: Client,
  kind: string,
  { query = '', json, form }: Sent,
): Promise<URLSearchParams> {
  const flow: AttackedFlow = await who.start(kind);
  const fields = {
    csrf_token: fieldOf(flow, 'csrf_token'),
    ...(kind === 'settings' ? { link: 'acme' } : { method: 'oidc', provider: 'acme' }),
  };
  const answer = await who.call(`/self-service/${kind}?flow=${flow.id}${query}`, {
    method: 'POST',
    headers: json
      ? { 'content-type': 'application/json' }
      : { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    body: json
      ? JSON.stringify({ ...fields, ...json })
      : `${new URLSearchParams(fields).toString()}${form ?? ''}`,
  });
  const next = json
    ? ((await answer.json()) as { redirect_browser_to: string }).redirect_browser_to
    : answer.headers.get('location');
  const url = new URL(next ?? '', stack.url);
  expect(url.origin).not.toBe(stack.url);
  return url.searchParams;
}

async function signedIn(who: Client): Promise<void> {
  const { email, password } = await createIdentity(stack.kratos.adminUrl);
  const answer = await who.submit('login', await who.start('login'), {
    method: 'password',
    identifier: email,
    password,
  });
  expect(answer.status).toBe(200);
}

const hint = 'stranger@acme.example';
const encoded = encodeURIComponent(JSON.stringify({ login_hint: hint }));

describe.each(['login', 'registration', 'settings'])('%s', (kind) => {
  test.each<[string, Sent]>([
    ['a form', { form: `&upstream_parameters.login_hint=${hint}` }],
    ['a form, encoded', { form: `&upstream%5fparameters%2Elogin%5Fhint=${hint}` }],
    ['a form, as JSON', { form: `&upstream_parameters=${encoded}` }],
    ['JSON', { json: { upstream_parameters: { login_hint: hint } } }],
    ['JSON, with a dot', { json: { 'upstream_parameters.login_hint': hint } }],
    ['JSON, as a text', { json: { upstream_parameters: JSON.stringify({ login_hint: hint }) } }],
    ['the query', { query: `&upstream_parameters.login_hint=${hint}` }],
    ['the query, as JSON', { query: `&upstream_parameters=${encoded}` }],
    ['the query of a script', { query: `&upstream%5fparameters.login_hint=${hint}`, json: {} }],
  ])('no caller can choose the account at a social provider: %s', async (_what, sent) => {
    const who = attacker(stack.url, '198.51.100.1');
    if (kind === 'settings') await signedIn(who);
    const query = await queryAtAcme(who, kind, sent);
    expect(query.get('client_id')).not.toBeNull();
    expect(query.get('login_hint')).toBeNull();
  });

  test('parameters that ask people for more reach the provider', async () => {
    const who = attacker(stack.url, '198.51.100.1');
    if (kind === 'settings') await signedIn(who);
    for (const sent of [
      { form: '&upstream_parameters.prompt=select_account' },
      { json: { upstream_parameters: { prompt: 'select_account', login_hint: hint } } },
    ]) {
      const query = await queryAtAcme(who, kind, sent);
      expect([query.get('prompt'), query.get('login_hint')]).toEqual(['select_account', null]);
    }
  });
});
