import { expect, test } from '@jest/globals';
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
