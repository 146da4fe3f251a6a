import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect } from '@jest/globals';
import { freePort } from '../../provider/local/freePort.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useStack } from '../support/useStack.ts';

/** The code that the device shows. */
const userCode = 'BCDFGHJK';
const verification = '/oauth2/device/verify';
const wrongCode = {
  error: 'invalid_request',
  error_description:
    "The request is missing a required parameter, includes an invalid parameter value, includes a parameter more than once, or is otherwise malformed. The 'user_code' session could not be found or has expired or is otherwise malformed.",
};
const port = await freePort();
const url = `http://localhost:${port}`;
/** Whom Hydra has been told that the user is, and what it has been told to grant. */
let subject = '';
let granted: unknown;

const requestOfDevice = (challenge: string) => ({
  challenge,
  client: { client_id: 'tv', client_name: 'Living Room TV' },
  request_url: `${url}${verification}?client_id=tv&device_verifier=v`,
  requested_scope: ['openid', 'profile'],
  requested_access_token_audience: [],
  skip: false,
  subject,
});

/** Hydra 26.2's answers to the challenges of a device's sign-in, by method and challenge. */
const answers: Record<string, (sent: Record<string, unknown>) => object> = {
  'PUT device_challenge': (sent) =>
    sent.user_code === userCode ? { redirect_to: `${url}${verification}?device_verifier=v` } : wrongCode,
  'GET login_challenge': () => requestOfDevice('l'),
  'PUT login_challenge': (sent) => {
    subject = String(sent.subject);
    return { redirect_to: `${url}${verification}?login_verifier=v` };
  },
  'GET consent_challenge': () => requestOfDevice('c'),
  'PUT consent_challenge': (sent) => {
    granted = sent.grant_scope;
    return { redirect_to: `${url}${verification}?consent_verifier=v` };
  },
};

/** Where Hydra's verification page redirects to, by the verifier that a browser brings. */
const redirects: Record<string, string> = {
  device_verifier: '/login?login_challenge=l',
  login_verifier: '/consent?consent_challenge=c',
  consent_verifier: '/device/done',
};

/** Stands in for Hydra 26.2: the pinned version has no device flow. */
const hydra = http.createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', url);
  const [name = ''] = [...searchParams.keys()].filter((key) => /_(challenge|verifier)$/.test(key));
  if (pathname === verification) {
    const withCode = `/device?${new URLSearchParams([['device_challenge', 'd'], ...searchParams])}`;
    response.writeHead(302, { location: `${url}${redirects[name] ?? withCode}` }).end();
    return;
  }
  const sent = request.method === 'PUT' ? ((await json(request)) as Record<string, unknown>) : {};
  const answer = answers[`${request.method} ${name}`]?.(sent) ?? [];
  response.writeHead('error' in answer ? 400 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer));
});
await once(hydra.listen(0, '127.0.0.1'), 'listening');
const hydraUrl = `http://127.0.0.1:${(hydra.address() as AddressInfo).port}`;

const { stack, visit } = useStack({
  port,
  kratos: { OAUTH2_PROVIDER_URL: hydraUrl },
  portal: { HYDRA_PUBLIC_URL: hydraUrl, HYDRA_ADMIN_URL: hydraUrl },
});
let account: TestIdentity;

beforeAll(async () => {
  account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
});

beforeEach(() => {
  granted = undefined;
});

afterAll(() => {
  hydra.closeAllConnections();
  hydra.close();
});

describe.each(scriptsOnAndOff)('$how, a device', ({ scripts, withScripts, withoutScripts }) => {
  withoutScripts(
    'is signed in with the code that it shows, once the user has signed in and consented',
    async () => {
      const visitor = await visit(verification, { scripts });
      await visitor.arrives('Connect a device');
      await visitor.fill(/^Code on your device/, ` ${userCode.slice(0, 4)}-${userCode.slice(4)}`);
      await visitor.press('Continue');
      await visitor.arrives('Sign in');
      await visitor.signIn(account.email, account.password);
      await visitor.arrives('Authorize Living Room TV');
      await visitor.reads(
        'Living Room TV, on the device whose code you entered, wants to access your account.',
      );
      await visitor.press('Allow');
      await visitor.arrives('Your device is connected');
      expect([subject, granted]).toEqual([account.id, ['openid', 'profile']]);
    },
  );

  withScripts(
    'is not signed in with a wrong code: the page reports it at the field, and keeps what was typed',
    async () => {
      const visitor = await visit('/device', { scripts });
      await visitor.fill(/^Code on your device/, 'WRONG-ONE');
      await visitor.press('Continue');
      expect(await visitor.messageAt(/^Code on your device/)).toContain('Wrong or expired code.');
      expect(await visitor.page.getByLabel(/^Code on your device/).inputValue()).toBe('WRONG-ONE');
    },
  );

  withoutScripts(
    'is not connected by a link with its code until the user presses the button, nor if the user denies access',
    async () => {
      const visitor = await visit(`${verification}?user_code=${userCode}`, { scripts });
      expect(await visitor.page.getByLabel(/^Code on your device/).inputValue()).toBe(userCode);
      await visitor.press('Continue');
      await visitor.signIn(account.email, account.password);
      await visitor.arrives('Authorize Living Room TV');
      await visitor.press('Deny');
      await visitor.arrives('Your device was not connected');
      expect(granted).toBeUndefined();
    },
  );
});
