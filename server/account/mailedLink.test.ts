import { describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { appInProcess } from '../../test/support/appInProcess.ts';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { fakeUpstream } from '../../test/support/gatewayHarness.ts';
import { portalWith } from '../../test/support/servedPage.ts';
import { createBrowserCookies } from '../security/cookies/browserCookies.ts';
import { answersWith, answerTo, shownPage, type KratosAnswers } from '../../test/support/shownPage.ts';

const sent = recordedFlow('recovery-link-sent');
const asked = (status: number, body: object): KratosAnswers => ({
  '/self-service/recovery/flows': [status, body],
});
const link = '/self-service/recovery?flow=f1&token=t1';

describe('a mailed link', () => {
  test('opens a page with a form for its token, and names the address that it was sent to', async () => {
    const { html, props } = await shownPage(link, asked(200, { ...sent, state: 'sent_email' }));
    const action = '/self-service/recovery?flow=f1';
    expect(props).toEqual({ action, token: 't1', address: 'ann@example.org' });
    expect(html).toContain('<input type="hidden" name="token" value="t1"/>');
  });

  test.each([
    ['the flow of another browser', 403, { error: { id: 'security_csrf_violation' } }],
    ['an app’s flow, which anybody can read', 200, { ...sent, type: 'api' }],
    ['a provider that does not answer', 502, {}],
  ])('names no address for %s', async (_whose, status, body) => {
    expect((await shownPage(link, asked(status, body))).props).not.toHaveProperty('address');
  });

  test.each([
    ['a new one if it has expired', link, 410, {}, 'flow=f1&link=over'],
    ['a new one if it is unknown', link, 404, {}, 'flow=f1&link=over'],
    [
      'a new one if it has lost its token',
      '/self-service/recovery?flow=f1&token=',
      200,
      sent,
      'flow=f1&link=over',
    ],
    [
      'a new one if it has lost its flow',
      '/self-service/recovery?token=t1',
      200,
      sent,
      'flow=none&link=over',
    ],
    [
      'the end of its flow once it has been used here',
      link,
      200,
      { ...sent, state: 'passed_challenge' },
      'flow=f1',
    ],
  ])('leads to %s', async (_what, path, status, body, query) => {
    const answer = await answerTo(path, asked(status, body));
    expect([answer.status, answer.headers.location]).toEqual([303, `/recovery?${query}`]);
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
  const answers = { ...answersWith('recovery', recordedFlow('recovery')), ...asked(404, {}) };
  const { props } = await shownPage('/recovery?flow=none&link=over', answers);
  expect(props).toMatchObject({ notice: 'linkOver' });
});

test.each(['recovery', 'verification'])(
  'HEAD of a %s link with a code is what GET is, and uses nothing up',
  async (kind) => {
    const kratos = await fakeUpstream();
    const app = appInProcess({ KRATOS_PUBLIC_URL: kratos.url });
    const answer = await request(app).head(`/self-service/${kind}?flow=f1&code=123456`);
    expect([answer.status, answer.headers.location]).toEqual([303, `/${kind}?flow=f1`]);
    expect(kratos.received).toEqual([]);
  },
);

test('the link of a verification that was replaced leads to that one, without Kratos, and in its own browser alone', async () => {
  const kratos = await fakeUpstream();
  const settings = {
    KRATOS_PUBLIC_URL: kratos.url,
    COOKIE_SECRET: 'a secret of more than thirty-two letters',
    PORTAL_URL: 'http://localhost:3000',
  };
  const app = appInProcess(settings);
  const { replacedVerification } = createBrowserCookies({ ...settings, SESSION_COOKIE_NAME: 's' });
  const [cookie = ''] = (replacedVerification.keep({ flow: 'f1', by: 'f2' }) ?? '').split(';');
  const open = (flow: string, header: string) =>
    request(app).get(`/self-service/verification?flow=${flow}&code=123456`).set('Cookie', header);
  const answer = await open('f1', cookie);
  expect([answer.status, answer.headers.location]).toEqual([303, '/verification?flow=f2']);
  expect(kratos.received).toEqual([]);
  await open('f1', 'portal_replaced=forged');
  await open('f3', cookie);
  expect(kratos.received).toHaveLength(2);
});
