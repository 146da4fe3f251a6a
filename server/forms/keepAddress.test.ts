import { describe, expect, test } from '@jest/globals';
import { gatewayTo } from '../../test/support/selfClosingGateway.ts';
import { createFlowAddress } from '../security/cookies/pageCookies.ts';

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
  const { url } = await gatewayTo(
    'kratosPublic',
    (_request, response) =>
      response.writeHead(status, { ...(location && { Location: location }) }).end(opened),
    { flowAddress },
  );
  const answer = await fetch(url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Accept: type === form ? 'text/html' : json, 'Content-Type': type },
    body,
  });
  return flowAddress.read(answer.headers.getSetCookie().join('; '), flow);
}

const login = '/self-service/login?flow=f1';
const signUp = '/self-service/registration?flow=f1';
const verification = '/self-service/verification?flow=f1';
const recovery = '/self-service/recovery?flow=f1';
const at = (page: string): [string, number, string] => [form, 303, `https://portal.example/${page}`];
const credentials = { method: 'password', identifier: 'ann@acme.example', password: 'a' };
const encoded = new URLSearchParams(credentials).toString();
const refused = at('login?flow=f1');
const traits = JSON.stringify({ traits: { email: 'ann@acme.example' } });
const typed = 'method=password&traits.email=ann%40acme.example';
const toVerify = JSON.stringify({ method: 'code', email: 'ann@acme.example' });
const email = 'method=code&email=ann%40acme.example';

describe('the address that somebody typed', () => {
  test.each<[string, string, string, [string, number, string?], string?]>([
    ['a sign-in that was refused, with scripts', login, JSON.stringify(credentials), [json, 400]],
    ['a sign-in that was refused, without scripts', login, encoded, refused],
    ['a sign-in whose flow had expired, without scripts', login, encoded, at('login?flow=f2'), 'f2'],
    ['a sign-up', signUp, traits, [json, 200], 'v1'],
    ['a sign-up, without scripts', signUp, typed, at('verification?flow=v1'), 'v1'],
    ['a sign-up that was refused', signUp, traits, [json, 400]],
    ['a sign-up that was refused, without scripts', signUp, typed, at('registration?flow=f1')],
    ['a verification, with scripts', verification, toVerify, [json, 200]],
    ['a recovery', recovery, toVerify, [json, 200]],
    ['a recovery whose field says so', recovery, '{"recovery_address":"ann@acme.example"}', [json, 200]],
    ['a verification, without scripts', verification, email, at('verification?flow=f1')],
  ])('is kept after %s', async (_what, path, body, answer, flow = 'f1') => {
    expect(await kept(path, body, answer, flow)).toBe('ann@acme.example');
    expect(await kept(path, body, answer, 'f3')).toBeUndefined();
  });

  const session = 'ory_kratos_session=s1';
  const padded = 'ory_kratos_session=MTc5NQ==';
  const keptFor = async (body: object, setCookie: string[], opened: string): Promise<string | undefined> => {
    const { url } = await gatewayTo(
      'kratosPublic',
      (_request, response) => response.writeHead(200, { 'Set-Cookie': setCookie }).end('{}'),
      { flowAddress },
    );
    const headers = { Accept: json, 'Content-Type': json };
    const answer = await fetch(url + login, { method: 'POST', headers, body: JSON.stringify(body) });
    return flowAddress.read(answer.headers.getSetCookie().join('; '), opened);
  };
  const began = [`${session}; Path=/; HttpOnly`];

  test.each<[string, object, string[], string, string | undefined]>([
    ['the session that it opened', credentials, began, session, 'ann@acme.example'],
    [
      'a session whose cookie ends with padding',
      credentials,
      [`${padded}; Path=/`],
      padded,
      'ann@acme.example',
    ],
    ['no other session', credentials, began, 'ory_kratos_session=s2', undefined],
    ['no flow', credentials, began, 'f1', undefined],
    ['no session that is ended', credentials, ['ory_kratos_session=; Path=/; Max-Age=0'], session, undefined],
    ['nothing, if it is not an address', { ...credentials, identifier: 'ann' }, began, session, undefined],
    [
      'nothing, if several are sent',
      { ...credentials, identifier: ['a@b.c', 'c@d.e'] },
      began,
      session,
      undefined,
    ],
  ])('is kept after a sign-in for %s', async (_what, body, setCookie, opened, address) => {
    expect(await keptFor(body, setCookie, opened)).toBe(address);
  });

  test.each<[string, string, string, [string, number, string?]]>([
    ['a sign-in', login, encoded, at('')],
    ['a sign-in whose second factor is next', login, JSON.stringify(credentials), [json, 422]],
    ['a name that is not an address', login, 'method=password&identifier=ann&password=a', refused],
    ['a mailed code', verification, 'method=code&code=123456', refused],
    ['a recovery that is over', '/self-service/recovery?flow=f1', email, at('settings?flow=s1')],
  ])('is not kept after %s', async (_what, path, body, answer) => {
    expect(await kept(path, body, answer)).toBeUndefined();
  });
});
