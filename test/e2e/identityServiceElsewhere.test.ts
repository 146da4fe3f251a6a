import http from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { freePort } from '../../provider/local/freePort.ts';
import { isSaved, pressIn, section, openSettings } from '../support/accountVisitor.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const port = await freePort();
const identityPort = await freePort();
const identityService = `http://localhost:${identityPort}`;

// cookies ignore ports, so both origins share them
const { stack, visit } = useStack({
  port,
  kratos: {
    SERVE_PUBLIC_BASE_URL: `${identityService}/`,
    SERVE_PUBLIC_CORS_ENABLED: 'true',
    SERVE_PUBLIC_CORS_ALLOWED_ORIGINS: `http://localhost:${port}`,
    SERVE_PUBLIC_CORS_ALLOW_CREDENTIALS: 'true',
    SERVE_PUBLIC_CORS_ALLOWED_METHODS: 'GET,POST',
    SERVE_PUBLIC_CORS_ALLOWED_HEADERS: 'Accept,Content-Type',
  },
  portal: { IDENTITY_SERVICE_URL: identityService },
});

/** The requests that browsers sent to the identity service's own origin. */
let calls: string[] = [];
let account: TestIdentity;

const identityServer = http.createServer((request, response) => {
  const { method, url = '', headers } = request;
  calls.push(`${method} ${url.split('?')[0]}`);
  const { hostname, port: kratosPort } = new URL(stack().kratos.publicUrl);
  const call = http.request({ hostname, port: kratosPort, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  call.on('error', () => response.destroy());
  request.pipe(call);
});

beforeAll(() => new Promise<void>((resolve) => identityServer.listen(identityPort, 'localhost', resolve)));

afterAll(() => {
  identityServer.closeAllConnections();
  identityServer.close();
});

beforeEach(async () => {
  calls = [];
  account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
});

const signIn = async (visitor: Visitor): Promise<void> => {
  await visitor.signIn(account.email, account.password);
  await visitor.arrives('Welcome, Ada');
};

describe.each(scriptsOnAndOff)('$how', ({ scripts }) => {
  test('forms post to an identity service at another origin', async () => {
    const visitor = await visit('/login', { scripts });
    await visitor.signIn(account.email, 'not the password');
    await visitor.reads(/password is wrong/);
    await signIn(visitor);
    await openSettings(visitor);
    await section(visitor, 'password')
      .getByLabel(/^Password/)
      .first()
      .fill('nine yellow stethoscopes');
    await pressIn(visitor, 'password', 'Change password');
    await isSaved(visitor);
    expect(calls).toEqual(
      expect.arrayContaining(['POST /self-service/login', 'POST /self-service/settings']),
    );
  });
});

test('a refused form restarts at the identity service’s origin', async () => {
  const visitor = await visit('/login');
  await visitor.context.clearCookies();
  await visitor.signIn(account.email, account.password);
  await visitor.reads('Send the form again.');
  expect(calls).toContain('GET /self-service/login/browser');
  await signIn(visitor);
});

test('the script for security keys is loaded from the identity service’s origin', async () => {
  const visitor = await visit('/login');
  await signIn(visitor);
  await openSettings(visitor);
  await visitor.page.waitForFunction(() => 'oryWebAuthnRegistration' in window);
  expect(calls).toContain('GET /.well-known/ory/webauthn.js');
});
