import { describe, expect, test } from '@jest/globals';
import { gatewayTo, type Received } from '../../test/support/selfClosingGateway.ts';
import { flowOf, input, method, text } from '../../test/support/flows/flowParts.ts';
import { formAsJson } from './rewriteForm.ts';

const flow = flowOf(
  'settings',
  [
    input('profile', 'traits.nick', 'text'),
    input('profile', 'traits.tags', 'text'),
    input('profile', 'traits.rooms.0.0', 'text', { value: 'a' }),
    input('oidc', 'link', 'submit', { value: 'google' }),
    method('profile', text(1070003, 'Save')),
  ],
  { identity: { id: 'i1', traits: { rooms: [['a']] } } },
);
const lists = { flat: ['traits.tags'], nested: ['traits.rooms'] };
const jsonOf = (...pairs: [string, string][]): unknown =>
  JSON.parse(formAsJson(pairs, { flow, lists }) ?? 'null');

test('a form without scripts is sent as scripts would send it', () => {
  expect(
    jsonOf(['traits.nick', 'Ada'], ['traits.tags', 'x'], ['traits.rooms.0.0', 'a'], ['method', 'profile']),
  ).toEqual({
    traits: { nick: 'Ada', tags: ['x'], rooms: [['a']] },
    method: 'profile',
  });
});

test('a name that is not the page’s is left out, however far it reaches', () => {
  expect(
    jsonOf(['traits.rooms.4000000000.0', 'x'], ['traits.rooms.__proto__.a', 'x'], ['method', 'profile']),
  ).toEqual({
    traits: { rooms: [['a']] },
    method: 'profile',
  });
});

test('a form that leads to a social provider stays as it is', () => {
  expect(jsonOf(['traits.nick', 'Ada'], ['link', 'google'])).toBeNull();
});

test('a form whose lists are unknown stays as it is, unless Kratos would misread it', () => {
  const sent = (name: string): boolean => formAsJson([[name, 'x']], { flow, lists: undefined }) !== undefined;
  expect(['traits.nick', 'traits.rooms.0.0', 'traits.a\\.b'].map(sent)).toEqual([false, true, true]);
});

const form = 'application/x-www-form-urlencoded';

/** Returns what the provider receives of a form that a browser posts. */
async function received(path: string, body: string, type = form, query = ''): Promise<Received | undefined> {
  const { url, upstream } = await gatewayTo('kratosPublic');
  await fetch(`${url}${path}?flow=f1${query}`, { method: 'POST', headers: { 'Content-Type': type }, body });
  return upstream.received[0];
}

test.each(['/self-service/registration', '/self-service/settings'])(
  'without scripts, a trait that is left empty at %s is not sent: a list would get it as an entry',
  async (path) => {
    const fields =
      'csrf_token=a%2Bb&traits.tags=&traits.tags=x&traits.name.first=&traits.sizes=&method=profile&code=';
    const { body, headers } = (await received(path, fields)) ?? {};
    expect(body).toBe('csrf_token=a%2Bb&traits.tags=x&method=profile&code=');
    expect(headers?.['content-length']).toBe(String(body?.length));
  },
);

test('a form that ends other sessions is sent with its own length, whatever it leaves out', async () => {
  const fields = 'traits.tags=&passkey_remove=abc&csrf_token=t';
  const { body, headers } = (await received('/self-service/settings', fields)) ?? {};
  expect(body).toBe('passkey_remove=abc&csrf_token=t');
  expect(headers?.['content-length']).toBe(String(body?.length));
});

test('other forms, and those of scripts, are sent as they are', async () => {
  const fields = 'traits.tags=&method=password';
  expect((await received('/self-service/login', fields))?.body).toBe(fields);
  expect((await received('/self-service/settings', 'traits.x=y&a=', form))?.body).toBe('traits.x=y&a=');
  const json = '{"a":"&traits.tags=&"}';
  expect((await received('/self-service/settings', json, 'application/json'))?.body).toBe(json);
});

const json = 'application/json';
const flowPaths = ['/self-service/login', '/self-service/registration', '/self-service/settings'];

describe.each(flowPaths)('%s', (path) => {
  test.each([
    ['a=1&upstream_parameters.login_hint=b&c=2', 'a=1&c=2'],
    ['%75pstream_parameters%2elogin_hint=b', ''],
    ['upstream_parameters=%7B%22prompt%22%3A%22login%22%7D&a=1', 'a=1'],
    ['upstream_parameters.acr_values=0&a=1', 'a=1'],
    ['upstream_parameters.prompt=none&a=1', 'a=1'],
    ['upstream_parameters.prompt=login+none&a=1', 'a=1'],
    ['upstream_parameters.other=b&upstream_parameters.__proto__=b&upstream_parameters.=b&a=1', 'a=1'],
  ])('a form’s parameters for a social provider are dropped: %s', async (sent, kept) => {
    const { body, headers } = (await received(path, sent)) ?? {};
    expect(body).toBe(kept);
    expect(headers?.['content-length']).toBe(String(kept.length));
    expect((await received(path, 'a=1', form, `&${sent}`))?.url).toBe(
      `${path}?flow=f1${kept === '' ? '' : `&${kept}`}`,
    );
  });

  test.each([
    ['{"a":1,"upstream_parameters":{"login_hint":"b"}}', '{"a":1,"upstream_parameters":{}}'],
    ['{"\\u0075pstream_parameters":{"login_h\\u0069nt":"b"}}', '{"upstream_parameters":{}}'],
    ['{"upstream_parameters":"{\\"login_hint\\":\\"b\\"}","a":1}', '{"a":1}'],
    ['{"upstream_parameters":["login_hint"],"upstream_parameters.login_hint":"b","a":1}', '{"a":1}'],
    [
      '{"upstream_parameters":{"hd":"c","acr_values":"0","prompt":["login"],"__proto__":"b"}}',
      '{"upstream_parameters":{"hd":"c"}}',
    ],
  ])('those of a script’s form are dropped: %s', async (sent, kept) => {
    const { body, headers } = (await received(path, sent, json)) ?? {};
    expect(body).toBe(kept);
    expect(headers?.['content-length']).toBe(String(kept.length));
  });

  test('parameters that ask people for more are kept, with every byte of the form', async () => {
    const query = '&upstream_parameters.prompt=login+select_account';
    const fields = 'a=%FF+b&upstream_parameters.hd=c&upstream_parameters.auth_type=reauthenticate&d';
    expect(await received(path, fields, form, query)).toMatchObject({
      url: `${path}?flow=f1${query}`,
      body: fields,
    });
    const script =
      ' { "a" : 1.0, "b":12345678901234567890,\n"upstream_parameters":{"prompt":"consent"},"upstream_parameters.hd":"c"}';
    expect((await received(path, script, json))?.body).toBe(script);
  });

  test('a script’s form that is not JSON is refused, because the provider would read what precedes the fault', async () => {
    expect(await received(path, '{"upstream_parameters":{"login_hint":"b"}} more', json)).toBeUndefined();
  });
});

test.each([
  ['POST', '/oauth2/register'],
  ['PUT', '/oauth2/register/c1'],
])('a client that registers itself by %s is marked, whatever it says', async (method, path) => {
  const { url, upstream } = await gatewayTo('hydraPublic');
  await fetch(url + path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ owner: 'x', client_name: 'Lab', Owner: 'the clinic' }),
  });
  const [received] = upstream.received;
  expect(JSON.parse(received?.body ?? '')).toEqual({ client_name: 'Lab', owner: 'self-registered' });
  expect(received?.headers['content-length']).toBe(String(received?.body.length));
});
