import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import polish from '../../locales/pl.json' with { type: 'json' };
import { createIdentity } from '../support/identities.ts';
import { cookieJar, sessionToken } from '../support/kratosLogin.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ refusesCommonPasswords: true });
}, 240_000);
afterAll(() => stack.stop());

interface Flow {
  ui: {
    action: string;
    nodes: { attributes: { name?: string; value?: string }; messages: { id: number }[] }[];
  };
}

const json = { accept: 'application/json', 'content-type': 'application/json' };
const field = ({ ui }: Flow, name: string) => ui.nodes.find(({ attributes }) => attributes.name === name);

/** Starts a flow and submits a password, as a page's script or as an API client. */
async function send(
  kind: 'registration' | 'settings',
  client: 'browser' | 'api',
  fields: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; flow: Flow }> {
  const jar = cookieJar();
  const started = await fetch(`${stack.url}/self-service/${kind}/${client}`, {
    headers: { ...json, ...headers },
  });
  jar.keep(started);
  const flow = (await started.json()) as Flow;
  const { pathname, search } = new URL(flow.ui.action);
  const answer = await fetch(stack.url + pathname + search, {
    method: 'POST',
    headers: { ...json, ...headers, ...(client === 'browser' && { cookie: jar.header() }) },
    body: JSON.stringify({
      method: 'password',
      csrf_token: field(flow, 'csrf_token')?.attributes.value,
      ...fields,
    }),
  });
  return { status: answer.status, flow: (await answer.json()) as Flow };
}

const traits = (): object => ({ email: `${randomUUID()}@test.example`, tos: true });
const messages = (flow: Flow): number[] | undefined => field(flow, 'password')?.messages.map(({ id }) => id);

test.each(['password', 'Password1', 'QWERTYUIOP', 'sunshine', 'Football123!'])(
  'a sign-up with the common password %s gets an error at the field, from pages and apps',
  async (password) => {
    for (const client of ['browser', 'api'] as const) {
      const { status, flow } = await send('registration', client, { password, traits: traits() });
      expect([client, status, messages(flow)]).toEqual([client, 400, [4000034]]);
    }
  },
);

test('a sign-up with another password is not refused', async () => {
  const { status } = await send('registration', 'api', { password: randomUUID(), traits: traits() });
  expect(status).toBe(200);
});

test('a common password is refused in the settings, and the old one still works', async () => {
  const account = await createIdentity(stack.kratos.adminUrl);
  const authorization = `Bearer ${await sessionToken(stack.url, account)}`;
  const refused = await send('settings', 'api', { password: 'iloveyou' }, { authorization });
  expect([refused.status, messages(refused.flow)]).toEqual([400, [4000034]]);
  const changed = { ...account, password: 'four walking stethoscopes' };
  const { status } = await send('settings', 'api', { password: changed.password }, { authorization });
  expect(status).toBe(200);
  expect(await sessionToken(stack.url, changed)).toMatch(/^ory_st_/);
});

test('without scripts the refusal is in the page’s language, and what was typed is kept', async () => {
  const jar = cookieJar();
  const cookie = (): string => `locale=pl; ${jar.header()}`;
  const open = async (address: string): Promise<string> => {
    const answer = await fetch(address, { headers: { accept: 'text/html', cookie: cookie() } });
    jar.keep(answer);
    return answer.text();
  };
  const page = await open(`${stack.url}/registration`);
  const [, action = ''] = / action="([^"]+\/self-service\/[^"]+)"/.exec(page) ?? [];
  // the last one is the form's; those before it belong to the page's header
  const token = [...page.matchAll(/name="csrf_token" value="([^"]*)"/g)].at(-1)?.[1] ?? '';
  const email = `${randomUUID()}@test.example`;
  const sent = await fetch(action.replaceAll('&amp;', '&'), {
    method: 'POST',
    redirect: 'manual',
    headers: { accept: 'text/html', cookie: cookie(), 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      csrf_token: token,
      method: 'password',
      password: 'password1',
      'traits.email': email,
      'traits.tos': 'true',
    }).toString(),
  });
  jar.keep(sent);
  expect(sent.headers.get('location')).toContain('/registration?flow=');
  const html = await open(new URL(sent.headers.get('location') ?? '', stack.url).href);
  const shown = html.replaceAll(/&#(\d+);/g, (_entity, number: string) =>
    String.fromCodePoint(Number(number)),
  );
  expect(shown).toContain(polish['provider.4000034']);
  expect(shown).toContain(`value="${email}"`);
  expect(shown).not.toContain('password1');
});
