import { afterEach, expect, test } from '@jest/globals';
import { closeHarness, fakeUpstream } from '../../test/support/gatewayHarness.ts';
import {
  askedFor,
  consentPath,
  consentRequest,
  decision,
  oauth2Harness,
} from '../../test/support/oauth2Harness.ts';

afterEach(closeHarness);

test.each([
  ['create', 'registration'],
  ['select_account', 'consent'],
  ['login create', 'login registration'],
  ['consent select_account', 'consent'],
])(
  'a request with the prompt %j, which Hydra would refuse after the sign-in, has %j',
  async (prompt, renamed) => {
    const { visit } = await oauth2Harness();
    const query = new URLSearchParams({ client_id: 'harbor', prompt, state: 'a b' });
    const { status, headers } = await visit(`/oauth2/auth?${query.toString()}`);
    query.set('prompt', renamed);
    expect([status, headers.location]).toEqual([303, `/oauth2/auth?${query.toString()}`]);
  },
);

test('a question mark within the query ends nothing', async () => {
  const { visit } = await oauth2Harness();
  const { headers } = await visit(
    '/oauth2/auth?prompt=create&redirect_uri=https://a.example/cb?t=1&max_age=60',
  );
  const query = new URLSearchParams(headers.location?.split('?')[1]);
  expect([query.get('redirect_uri'), query.get('max_age')]).toEqual(['https://a.example/cb?t=1', '60']);
});

test.each(['', '&prompt=login', '&prompt=none', '&prompt=other'])(
  'any other reaches Hydra: %j',
  async (query) => {
    const hydra = await fakeUpstream();
    const { visit } = await oauth2Harness({}, {}, { HYDRA_PUBLIC_URL: hydra.url });
    await visit(`/oauth2/auth?client_id=harbor${query}`).expect(200);
    expect(hydra.received).toHaveLength(1);
  },
);

test.each(['registration', 'consent'])(
  'with the prompt %j, the consent always shows the account',
  async (prompt) => {
    const client = { ...consentRequest.client, skip_consent: true };
    const request_url = `${consentRequest.request_url}&prompt=${prompt}`;
    const { visit, hydra } = await oauth2Harness(askedFor({ client, request_url }));
    await visit(consentPath).expect(200);
    expect(decision(hydra)).toBeUndefined();
  },
);
