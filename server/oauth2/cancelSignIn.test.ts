import { afterEach, describe, expect, test } from '@jest/globals';
import { portalUrl } from '../../test/support/appInProcess.ts';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { closeHarness, type FakeUpstream } from '../../test/support/gatewayHarness.ts';
import { oauth2Harness, type OAuth2Harness } from '../../test/support/oauth2Harness.ts';
import { pageProps } from '../../test/support/servedPage.ts';

afterEach(closeHarness);

const reject = 'PUT /admin/oauth2/auth/requests/login/reject';
const refused = `${portalUrl}/oauth2/auth?login_verifier=v`;
const client = { client_id: 'harbor', client_name: 'Harbor Clinic' };
const asked = { skip: false, client, request_url: `${portalUrl}/oauth2/auth?client_id=harbor` };
const byDevice = { ...asked, request_url: `${portalUrl}/oauth2/device/verify?client_id=harbor` };

const harnessFor = (
  request: object,
  found: [number, object] = [200, request],
  settings: Record<string, string> = {},
): Promise<OAuth2Harness> =>
  oauth2Harness(
    { 'GET /admin/oauth2/auth/requests/login': found, [reject]: [200, { redirect_to: refused }] },
    {
      'GET /sessions/whoami': [401],
      'GET /self-service/login/browser': [
        200,
        { ...recordedFlow('login'), oauth2_login_challenge: 'c1', oauth2_login_request: request },
      ],
    },
    settings,
  );

/** Returns the refusal that Hydra received, if any. */
const refusalReceived = ({ received }: FakeUpstream): unknown => {
  const call = received.find(({ method, url }) => `${method} ${url.split('?')[0]}` === reject);
  return call && [new URLSearchParams(call.url.split('?')[1]).get('login_challenge'), JSON.parse(call.body)];
};

describe('cancelling a sign-in to an application', () => {
  test('of a device rejects the request, and continues at the page for a denied device', async () => {
    const { post, hydra } = await harnessFor(byDevice);
    const answer = await post('/login/cancel', { login_challenge: 'c1' });
    expect([answer.status, answer.headers.location]).toEqual([303, '/device/denied']);
    expect(refusalReceived(hydra)).toEqual(['c1', expect.objectContaining({ error: 'access_denied' })]);
  });

  test.each([
    ['a forged form', { login_challenge: 'c1', _csrf: 'x' }, 403],
    ['a form without a challenge', {}, 400],
  ])('rejects nothing for %s', async (_what, fields, status) => {
    const { post, hydra } = await harnessFor(asked);
    expect((await post('/login/cancel', fields)).status).toBe(status);
    expect(refusalReceived(hydra)).toBeUndefined();
  });

  test('shows that the request is over, or continues if it was already answered', async () => {
    const over = await harnessFor(asked, [404, {}]);
    expect((await over.post('/login/cancel', { login_challenge: 'c1' })).status).toBe(410);
    const answered = await harnessFor(asked, [410, { redirect_to: refused }]);
    const { headers } = await answered.post('/login/cancel', { login_challenge: 'c1' });
    expect(headers.location).toBe(refused);
  });

  test('is offered on the sign-in for a device', async () => {
    const { visit } = await harnessFor(byDevice);
    const { text } = await visit('/login?login_challenge=c1').expect(200);
    expect(pageProps(text)).toMatchObject({ application: { challenge: 'c1', isForDevice: true } });
  });
});
