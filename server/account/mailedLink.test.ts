import { afterEach, describe, expect, test } from '@jest/globals';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { closeHarness } from '../../test/support/gatewayHarness.ts';
import { getPage, markup, pageProps, portalWith } from '../../test/support/servedPage.ts';
import request from 'supertest';

afterEach(closeHarness);

const sent = recordedFlow('recovery-link-sent');
const asked = '/self-service/recovery/flows';
const link = '/self-service/recovery?flow=f1&token=t1';

describe('a mailed link', () => {
  test('opens a page with a form for its token, and names the address that it was sent to', async () => {
    const app = await portalWith({ [asked]: [200, { ...sent, state: 'sent_email' }] });
    const { text } = await getPage(app, link).expect(200).expect('Cache-Control', 'no-store');
    expect(pageProps(text)).toEqual({
      action: '/self-service/recovery?flow=f1',
      token: 't1',
      address: 'ann@example.org',
    });
    expect(markup(text)).toContain('<input type="hidden" name="token" value="t1"/>');
  });

  test.each([
    ['the flow of another browser', 403, { error: { id: 'security_csrf_violation' } }],
    ['an app’s flow, which anybody can read', 200, { ...sent, type: 'api' }],
    ['a provider that does not answer', 502, {}],
  ])('names no address for %s', async (_whose, status, body) => {
    const app = await portalWith({ [asked]: [status, body] });
    expect(pageProps((await getPage(app, link).expect(200)).text)).not.toHaveProperty('address');
  });

  test.each([
    ['has expired', link, 410, '/recovery?flow=f1&link=over'],
    ['is unknown', link, 404, '/recovery?flow=f1&link=over'],
    ['has lost its token', '/self-service/recovery?flow=f1&token=', 200, '/recovery?flow=f1&link=over'],
    ['has lost its flow', '/self-service/recovery?token=t1', 200, '/recovery?flow=none&link=over'],
  ])('leads to a new one if it %s', async (_what, path, status, location) => {
    const app = await portalWith({ [asked]: [status, status === 200 ? sent : {}] });
    await getPage(app, path).expect(303).expect('Location', location);
  });

  test('leads to the end of its flow once it has been used here', async () => {
    const app = await portalWith({ [asked]: [200, { ...sent, state: 'passed_challenge' }] });
    await getPage(app, link).expect(303).expect('Location', '/recovery?flow=f1');
  });

  test('tells programs to post its token', async () => {
    const app = await portalWith();
    for (const [kind, operation] of [
      ['recovery', 'updateRecoveryFlow'],
      ['verification', 'updateVerificationFlow'],
    ]) {
      const answer = await request(app).get(`/self-service/${kind}?flow=f1&token=t1`).expect(405);
      expect(answer.headers.allow).toBe('POST');
      expect((answer.body as { error: unknown }).error).toMatchObject({
        id: 'token_not_posted',
        reason: `Following a mailed link does not use its token. To use it, call ${operation}: POST /self-service/${kind}?flow=… with {"method":"link","token":"…"}.`,
      });
    }
  });

  test('never reaches the provider, however its token is spelt', async () => {
    const app = await portalWith({ '/self-service/recovery': [200, { used: true }] });
    for (const query of ['%74oken=t1', 'token=&token=t1', 'token', 'code=1&token=t1'])
      for (const method of ['get', 'head'] as const) {
        const answer = await request(app)[method](`/self-service/recovery?flow=f1&${query}`);
        expect(answer.body).not.toEqual({ used: true });
      }
  });
});

test('the page of a link that is over says so once its flow cannot be shown', async () => {
  const app = await portalWith({
    [asked]: [404, {}],
    '/self-service/recovery/browser': [200, recordedFlow('recovery')],
  });
  const { text } = await getPage(app, '/recovery?flow=none&link=over');
  expect(pageProps(text)).toMatchObject({ notice: 'linkOver' });
});
