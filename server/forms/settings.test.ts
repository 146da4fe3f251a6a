import { expect, test } from '@jest/globals';
import { gatewayTo } from '../../test/support/selfClosingGateway.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

interface Sent {
  body: string;
  method?: string;
  /** The cookie of the browser's earlier change. */
  cookie?: string;
  type?: string;
  status?: number;
  path?: string;
  /** Where the provider redirects to. */
  location?: string;
  endOtherSessions?: (cookie: string | undefined) => Promise<void>;
}

/** Submits a form of the settings, and returns the cookies about the change that the answer sets. */
async function cookies({
  body,
  method = 'POST',
  cookie,
  type = form,
  status = 303,
  path = '/self-service/settings?flow=f1',
  location = 'https://portal.example/settings?flow=f1',
  endOtherSessions,
}: Sent): Promise<string[]> {
  const { url } = await gatewayTo(
    'kratosPublic',
    (_request, response) =>
      response.writeHead(status, { ...(status === 303 && { Location: location }) }).end('{}'),
    { endOtherSessions },
  );
  const answer = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      Accept: type === form ? 'text/html' : json,
      'Content-Type': type,
      Cookie: ['ory_kratos_session=a', ...(cookie ? [cookie] : [])].join('; '),
    },
    ...(method === 'POST' && { body }),
  });
  expect(answer.status).toBe(status);
  return answer.headers.getSetCookie().filter((line) => line.includes('portal_change='));
}

const value = ([line]: string[]): string | undefined => /portal_change=([^;]*)/.exec(line ?? '')?.[1];

test('a change that is sent without scripts is noted for the next page', async () => {
  expect(value(await cookies({ body: 'method=password&password=x' }))).toBe('f1.password.answered');
  expect(value(await cookies({ body: 'totp_unlink=true' }))).toBe('f1.totpOff.answered');
  expect(value(await cookies({ body: 'unlink=acme' }))).toBe('f1.oidcOff.answered.acme');
});

test('a change that waits for a confirmation is noted as waiting, and one whose result a script shows as seen', async () => {
  const body = JSON.stringify({ method: 'password', password: 'x' });
  expect(value(await cookies({ body, type: json, status: 403 }))).toBe('f1.password.waits');
  expect(value(await cookies({ body, type: json, status: 200 }))).toBe('f1.password.seen');
});

test.each([
  ['a confirmation', 'https://portal.example/self-service/login/browser?refresh=true&return_to=x'],
  ['another site’s sign-in', 'https://social.example/authorize'],
])('a change that leads to %s is noted as waiting', async (_where, location) => {
  expect(value(await cookies({ body: 'link=acme', location }))).toBe('f1.oidc.waits.acme');
});

test.each(['/self-service/settings?flow=f1', '/self-service/methods/oidc/callback/acme?code=c'])(
  'a waiting change is noted as answered once %s redirects',
  async (path) => {
    const confirmed = { body: '', method: 'GET', path, cookie: '__Host-portal_change=f1.oidc.waits.acme' };
    expect(value(await cookies(confirmed))).toBe('f1.oidc.answered.acme');
    const location = 'https://portal.example/login?refresh=true';
    expect(await cookies({ ...confirmed, location })).toEqual([]);
    expect(await cookies({ ...confirmed, cookie: '__Host-portal_change=f1.oidc.seen' })).toEqual([]);
  },
);

test('a form that only reveals backup codes deletes the note of an earlier change', async () => {
  expect((await cookies({ body: 'lookup_secret_reveal=true' })).join()).toMatch(
    /portal_change=; .*Max-Age=0/,
  );
});

test.each([
  '/self-service/settings?flow=a%0d%0ab',
  '/self-service/settings?flow=a;b',
  '/self-service/settings',
])('no cookie is set for %s', async (path) => {
  const body = 'method=password&password=x';
  const answer = await cookies({ body, path, status: path.includes('?') ? 303 : 400 });
  expect(answer).toEqual([]);
});

test('once a passkey is removed, the user is signed out everywhere else', async () => {
  const ended: (string | undefined)[] = [];
  const endOtherSessions = (cookie: string | undefined): Promise<void> => {
    ended.push(cookie);
    return Promise.resolve();
  };
  const body = JSON.stringify({ method: 'passkey', passkey_remove: 'ff' });
  await cookies({ body, type: json, status: 400, endOtherSessions });
  await cookies({ body: 'passkey_remove=ff', endOtherSessions });
  expect(ended).toEqual([]);
  await cookies({ body, type: json, status: 200, endOtherSessions });
  expect(ended).toEqual(['ory_kratos_session=a']);
});

test('removing a passkey also signs the user out everywhere else if the provider redirects away from the settings, at once or after a confirmation', async () => {
  let ended = 0;
  const endOtherSessions = (): Promise<void> => {
    ended += 1;
    return Promise.resolve();
  };
  const body = 'passkey_remove=ff';
  const waits = { method: 'GET', cookie: '__Host-portal_change=f1.passkeyOff.waits', body, endOtherSessions };
  const resume = { ...waits, path: '/self-service/settings?flow=f1' };
  for (const location of [
    'https://portal.example/self-service/login/browser?refresh=true',
    'https://portal.example/login?aal=aal2',
    'https://portal.example/error?id=e1',
  ]) {
    await cookies({ body, location, endOtherSessions });
    await cookies({ ...resume, location });
  }
  expect(ended).toBe(0);
  await cookies({ body, location: 'https://portal.example/', endOtherSessions });
  await cookies({ body, location: 'https://clinic.example/welcome', endOtherSessions });
  await cookies({ ...resume, location: 'https://portal.example/' });
  expect(ended).toBe(3);
});

test('adding a passkey leaves the other sessions alone', async () => {
  const endOtherSessions = (): Promise<void> => Promise.reject(new Error('must not be called'));
  const body = JSON.stringify({ method: 'passkey', passkey_settings_register: '{}' });
  expect(value(await cookies({ body, type: json, status: 200, endOtherSessions }))).toBe('f1.passkey.seen');
});

test('a profile that waits for a confirmation is sent again by its page, and does not stand in a social sign-in’s way', async () => {
  const { url, upstream } = await gatewayTo('kratosPublic');
  const visit = (path: string): Promise<Response> =>
    fetch(url + path, {
      redirect: 'manual',
      headers: { Accept: 'text/html', Cookie: '__Host-portal_change=f1.profile.waits' },
    });
  const resumed = await visit('/self-service/settings?flow=f1');
  expect([resumed.status, resumed.headers.get('location')]).toEqual([303, '/settings?flow=f1#profile']);
  expect(upstream.received).toEqual([]);
  await visit('/self-service/methods/oidc/callback/acme?code=c&state=s');
  expect(upstream.received[0]?.headers.accept).toBe('text/html');
});
