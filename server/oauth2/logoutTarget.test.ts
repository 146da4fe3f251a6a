import { afterEach, expect, test } from '@jest/globals';
import { closeHarness, fakeUpstream } from '../../test/support/gatewayHarness.ts';
import { oauth2Harness } from '../../test/support/oauth2Harness.ts';
import { logoutPath } from './logoutTarget.ts';

afterEach(closeHarness);

async function logoutTo(query: string, cookies: string[] = []): Promise<[status: number, received: number]> {
  const hydra = await fakeUpstream();
  const { visit } = await oauth2Harness({}, {}, { HYDRA_PUBLIC_URL: hydra.url });
  const { status } = await visit(logoutPath + query, cookies);
  return [status, hydra.received.length];
}

test.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
])('a logout that would redirect to %j is refused', async (target) => {
  const query = new URLSearchParams({ id_token_hint: 'x', post_logout_redirect_uri: target });
  expect(await logoutTo(`?${query}`)).toEqual([400, 0]);
  expect(await logoutTo(`?post_logout_redirect_uri=https://a.example&${query}`)).toEqual([400, 0]);
  expect(await logoutTo(`?state=?&${query}`)).toEqual([400, 0]);
});

test('a posted logout is checked like a link', async () => {
  const hydra = await fakeUpstream();
  const { visit, post } = await oauth2Harness({}, {}, { HYDRA_PUBLIC_URL: hydra.url });
  const { status, headers } = await post(logoutPath, { post_logout_redirect_uri: 'javascript:alert(1)' });
  expect(status).toBe(303);
  expect((await visit(String(headers.location))).status).toBe(400);
  expect(hydra.received).toEqual([]);
});

const hydraSession = 'ory_hydra_session_dev=h';

test.each(['', '?post_logout_redirect_uri=https://a.example/out', '?post_logout_redirect_uri=app:/out'])(
  'a logout with %j reaches Hydra, which asks where it knows the browser',
  async (query) => {
    expect(await logoutTo(query, [hydraSession])).toEqual([200, 1]);
  },
);

test('somebody who is signed in at the portal alone is asked by the portal', async () => {
  expect(await logoutTo('')).toEqual([303, 0]);
});
