import { afterEach, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { closeHarness } from '../../test/support/gatewayHarness.ts';
import { oauth2Harness, type Answers, type OAuth2Harness } from '../../test/support/oauth2Harness.ts';
import { portalUrl } from '../../test/support/appInProcess.ts';

afterEach(closeHarness);

const accept = 'PUT /admin/oauth2/auth/requests/device/accept';
const taken: Answers = {
  [accept]: [200, { redirect_to: `${portalUrl}/oauth2/device/verify?device_verifier=v` }],
};
const refused: Answers = { [accept]: [400, { error: 'invalid_request' }] };

/** Returns the codes that Hydra received, in order. */
const given = ({ hydra }: OAuth2Harness): unknown[] =>
  hydra.received
    .filter(({ method }) => method === 'PUT')
    .map(({ body }) => (JSON.parse(body) as { user_code: unknown }).user_code);

const enter = ({ post }: OAuth2Harness, user_code: string) =>
  post('/device', { device_challenge: 'd1', user_code });

describe('the page for a device’s code', () => {
  test('without a challenge redirects to Hydra for one, and keeps the link’s code', async () => {
    const { visit } = await oauth2Harness();
    expect((await visit('/device')).headers.location).toBe('/oauth2/device/verify');
    const linked = await visit('/device?user_code=AB-1%262');
    expect(linked.headers.location).toBe('/oauth2/device/verify?user_code=AB-1%262');
  });

  test('fills in the link’s code, and does not call Hydra until it is confirmed', async () => {
    const { visit, hydra } = await oauth2Harness(taken);
    const { text } = await visit('/device?device_challenge=d1&user_code=ABCD-EFGH').expect(200);
    expect(text).toContain('Only type a code that your own device shows.');
    expect(hydra.received).toEqual([]);
  });
});

describe('a device’s code', () => {
  test('is tried without blanks and dashes: as typed, then in capitals, then in small letters', async () => {
    const harness = await oauth2Harness(refused);
    await enter(harness, ' aBcd–ef-gh\u00a0');
    expect(given(harness)).toEqual(['aBcdefgh', 'ABCDEFGH', 'abcdefgh']);
  });

  test.each([
    ['an empty one', ' '],
    ['one that is too long', 'x'.repeat(65)],
  ])('that cannot be valid is not sent to Hydra: %s', async (_what, code) => {
    const harness = await oauth2Harness(taken);
    expect((await enter(harness, code)).status).toBe(400);
    expect(harness.hydra.received).toEqual([]);
  });

  test.each<[string, object, Answers]>([
    ['that is unknown', { device_challenge: 'd1' }, { [accept]: [404, {}] }],
    ['that has expired', { device_challenge: 'd1' }, { [accept]: [401, {}] }],
    ['that is missing', {}, taken],
  ])('for a challenge %s starts over at Hydra, with the code', async (_what, fields, answers) => {
    const harness = await oauth2Harness(answers);
    const { headers } = await harness.post('/device', { ...fields, user_code: 'AB-1&2' });
    expect(headers.location).toBe('/oauth2/device/verify?user_code=AB-1%262');
    expect(given(harness).length).toBeLessThanOrEqual(1);
  });

  test('without a valid CSRF token is refused', async () => {
    const { post, hydra } = await oauth2Harness(taken);
    const answer = await post('/device', { device_challenge: 'd1', user_code: 'ABCDEFGH', _csrf: 'x' });
    expect([answer.status, hydra.received]).toEqual([403, []]);
  });

  test('from a page opened before the session ended is filled in again to be confirmed', async () => {
    const { portal, hydra } = await oauth2Harness(taken);
    const form = request(portal).post('/device').set('Origin', portalUrl).type('form');
    const answer = await form.send({ device_challenge: 'd1', user_code: 'AB-1&2', _csrf: 'x' });
    expect(answer.headers.location).toBe('/device?device_challenge=d1&user_code=AB-1%262');
    expect([answer.status, hydra.received]).toEqual([303, []]);
  });

  test('on which Hydra fails is an error that does not name Hydra', async () => {
    const harness = await oauth2Harness({ [accept]: [500, {}] });
    const answer = await enter(harness, 'ABCDEFGH');
    expect(answer.status).toBe(502);
    expect(answer.text).not.toContain(harness.hydra.url);
  });

  test('can be tried ten times in a quarter of an hour by a signed-in user; then the page says when to try again', async () => {
    const harness = await oauth2Harness(refused);
    for (let count = 0; count < 10; count += 1) expect((await enter(harness, 'WRONG')).status).toBe(400);
    const answer = await enter(harness, 'WRONG');
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(850);
    expect(answer.text).toContain('Too many attempts.');
    expect(given(harness)).toHaveLength(20);
  });

  test('loses no attempts to forms of other sites, which have no CSRF token', async () => {
    const harness = await oauth2Harness(refused);
    const foreign = { device_challenge: 'd1', user_code: 'WRONG', _csrf: '' };
    for (let count = 0; count < 40; count += 1)
      expect((await harness.post('/device', foreign)).status).toBe(403);
    expect((await enter(harness, 'WRONG')).status).toBe(400);
  });

  test('is answered 501 without Hydra’s admin URL', async () => {
    const { post } = await oauth2Harness({}, {}, { HYDRA_ADMIN_URL: '' });
    const answer = await post('/device', { device_challenge: 'd1', user_code: 'ABCDEFGH' });
    expect(answer.status).toBe(501);
  });
});
