import { afterEach, describe, expect, test } from '@jest/globals';
import { closeHarness, fakeUpstream, gatewayHarness } from '../../test/support/gatewayHarness.ts';
import { createFlowAddress } from '../security/cookies/flowAddress.ts';

afterEach(closeHarness);

const flowAddress = createFlowAddress({ secret: 'a secret', portalUrl: 'https://portal.example' });
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/** An answer that opens a verification, as one to a sign-up does. */
const opened = JSON.stringify({ continue_with: [{ action: 'show_verification_ui', flow: { id: 'v1' } }] });

/** Submits a form, and returns the address that the answer keeps for a flow. */
async function kept(
  path: string,
  body: string,
  [type, status, location]: [type: string, status: number, location?: string],
  flow = 'f1',
): Promise<string | undefined> {
  const upstream = await fakeUpstream((_request, response) =>
    response.writeHead(status, { ...(location && { Location: location }) }).end(opened),
  );
  const { url } = await gatewayHarness({ kratosPublic: upstream.url }, { flowAddress });
  const answer = await fetch(url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Accept: type === form ? 'text/html' : json, 'Content-Type': type },
    body,
  });
  return flowAddress.read(answer.headers.getSetCookie().join('; '), flow);
}

const login = '/self-service/login?flow=f1';
const signUpPath = '/self-service/registration?flow=f1';
const verification = '/self-service/verification?flow=f1';
const credentials = { method: 'password', identifier: 'ann@acme.example', password: 'a' };
const encoded = new URLSearchParams(credentials).toString();
const refused = 'https://portal.example/login?flow=f1';

describe('the address that somebody typed', () => {
  test.each<[string, string, string, [string, number, string?], string?]>([
    ['a sign-in that was refused, with scripts', login, JSON.stringify(credentials), [json, 400]],
    ['a sign-in that was refused, without scripts', login, encoded, [form, 303, refused]],
    [
      'a sign-in whose flow had expired, without scripts',
      login,
      encoded,
      [form, 303, 'https://portal.example/login?flow=f2'],
      'f2',
    ],
    ['a sign-up', signUpPath, JSON.stringify({ traits: { email: 'ann@acme.example' } }), [json, 200], 'v1'],
    [
      'a sign-up, without scripts',
      signUpPath,
      'method=password&traits.email=ann%40acme.example',
      [form, 303, 'https://portal.example/verification?flow=v1'],
      'v1',
    ],
    [
      'a sign-up that was refused',
      signUpPath,
      JSON.stringify({ traits: { email: 'ann@acme.example' } }),
      [json, 400],
    ],
    [
      'a sign-up that was refused, without scripts',
      signUpPath,
      'method=password&traits.email=ann%40acme.example',
      [form, 303, 'https://portal.example/registration?flow=f1'],
    ],
    [
      'a verification, with scripts',
      verification,
      JSON.stringify({ method: 'code', email: 'ann@acme.example' }),
      [json, 200],
    ],
    [
      'a verification, without scripts',
      verification,
      'method=code&email=ann%40acme.example',
      [form, 303, 'https://portal.example/verification?flow=f1'],
    ],
  ])('is kept after %s', async (_what, path, body, answer, flow = 'f1') => {
    expect(await kept(path, body, answer, flow)).toBe('ann@acme.example');
    expect(await kept(path, body, answer, 'f3')).toBeUndefined();
  });

  const session = 'ory_kratos_session=s1';
  const keptFor = async (body: object, setCookie: string[], opened: string): Promise<string | undefined> => {
    const upstream = await fakeUpstream((_request, response) =>
      response.writeHead(200, { 'Set-Cookie': setCookie }).end('{}'),
    );
    const { url } = await gatewayHarness({ kratosPublic: upstream.url }, { flowAddress });
    const headers = { Accept: json, 'Content-Type': json };
    const answer = await fetch(url + login, { method: 'POST', headers, body: JSON.stringify(body) });
    return flowAddress.read(answer.headers.getSetCookie().join('; '), opened);
  };
  const began = [`${session}; Path=/; HttpOnly`];

  test.each<[string, object, string[], string, string | undefined]>([
    ['the session that it opened', credentials, began, session, 'ann@acme.example'],
    [
      'a session whose cookie ends with base64 padding',
      credentials,
      ['ory_kratos_session=MTc5NQ==; Path=/; HttpOnly'],
      'ory_kratos_session=MTc5NQ==',
      'ann@acme.example',
    ],
    ['no other session', credentials, began, 'ory_kratos_session=s2', undefined],
    ['no flow', credentials, began, 'f1', undefined],
    ['no session that is ended', credentials, ['ory_kratos_session=; Path=/; Max-Age=0'], session, undefined],
    ['nothing, if it is not an address', { ...credentials, identifier: 'ann' }, began, session, undefined],
    [
      'nothing, if several are sent',
      { ...credentials, identifier: ['a@b.example', 'c@d.example'] },
      began,
      session,
      undefined,
    ],
  ])('is kept after a sign-in for %s', async (_what, body, setCookie, opened, address) => {
    expect(await keptFor(body, setCookie, opened)).toBe(address);
  });

  test.each<[string, string, string, [string, number, string?]]>([
    ['a sign-in', login, encoded, [form, 303, 'https://portal.example/']],
    ['a sign-in whose second factor is next', login, JSON.stringify(credentials), [json, 422]],
    [
      'a name that is not an address',
      login,
      'method=password&identifier=ann&password=a',
      [form, 303, refused],
    ],
    ['a mailed code', verification, 'method=code&code=123456', [form, 303, refused]],
    [
      'a recovery',
      '/self-service/recovery?flow=f1',
      'method=code&email=ann%40acme.example',
      [form, 303, 'https://portal.example/recovery?flow=f1'],
    ],
  ])('is not kept after %s', async (_what, path, body, answer) => {
    expect(await kept(path, body, answer)).toBeUndefined();
  });
});
