import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import type { Upstream } from '../../operations/operation.ts';
import { allowHydraPage } from './hydraPages.ts';
import { fakeUpstream, gatewayHarness } from '../../../test/support/selfClosingGateway.ts';

const path = '/oauth2/device/verify?consent_verifier=v1';

/** Returns the caller's answer when Hydra answers with a status and JSON. */
async function answered(status: number, accept: string): Promise<Response> {
  const { url: hydraPublic } = await fakeUpstream((_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end('{"error":"access_denied"}');
  });
  const { url } = await gatewayHarness({ hydraPublic });
  return fetch(url + path, { headers: { Accept: accept } });
}

test('a browser that returns with a finished device sign-in gets the error page, not Hydra’s JSON', async () => {
  const response = await answered(403, 'text/html,application/xhtml+xml');
  expect([response.status, await response.text()]).toEqual([410, '<h1>challenge_over</h1>']);
});

test.each([
  ['another caller', 403, 'application/json'],
  ['a failure of Hydra’s', 500, 'text/html'],
])('%s leaves the answer unchanged', async (_what, status, accept) => {
  const response = await answered(status, accept);
  expect([response.status, await response.text()]).toEqual([status, '{"error":"access_denied"}']);
});

const policy = "default-src 'none';script-src 'self' 'nonce-x';style-src 'self';trusted-types 'none'";

/** Returns the content security policy that Hydra's answer gets. */
function policyFor(
  path: string,
  {
    status = 200,
    type = 'text/html; charset=utf-8',
    upstream = 'hydraPublic',
  }: { status?: number; type?: string; upstream?: Upstream } = {},
): unknown {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.setHeader('Content-Security-Policy', policy);
  allowHydraPage({ statusCode: status, headers: { 'content-type': type } }, response, { upstream, path });
  return response.getHeader('Content-Security-Policy');
}

test('the page that posts an answer to an application may run the one inline handler that does so', () => {
  expect(policyFor('/oauth2/auth')).toBe(
    "default-src 'none';script-src 'unsafe-hashes' 'sha256-FRuPMoCm2v334i+3oP3jLBT4RnmwV1pycDQaxVXK4MY=';" +
      "style-src 'self';trusted-types 'none'",
  );
});

test('the page that logs applications out may only show their frames and run its inline script and style', () => {
  expect(policyFor('/oauth2/sessions/logout')).toBe(
    "default-src 'none';script-src 'unsafe-inline';style-src 'unsafe-inline';frame-src https: http:;base-uri 'none';" +
      "form-action 'none';frame-ancestors 'none';require-trusted-types-for 'script';trusted-types 'none';" +
      'report-uri /reports/csp',
  );
});

test.each([
  ['another path', '/userinfo', {}],
  ['a redirect', '/oauth2/auth', { status: 302 }],
  ['JSON', '/oauth2/sessions/logout', { type: 'application/json' }],
  ['another upstream', '/oauth2/auth', { upstream: 'kratosPublic' as const }],
])('%s keeps the policy as it is', (_what, path, answer) => {
  expect(policyFor(path, answer)).toBe(policy);
});
