import { afterEach, describe, expect, test } from '@jest/globals';
import { closeHarness } from '../../../test/support/gatewayHarness.ts';
import {
  portalUrl,
  signUp,
  askingApplication,
  email,
  account,
  verified,
  setsSession,
  reviewHarness,
} from '../../../test/support/reviewHarness.ts';

afterEach(closeHarness);

describe('a verification while another browser enters the right code', () => {
  const cookie = signUp.keep({ flow: 'f1', account: 'ada' })?.split(';')[0] ?? '';
  const fields = { method: 'code', email, code: '000000' };
  const refused = JSON.stringify({ id: 'f1', state: 'sent_email' });
  const flow = {
    id: 'f1',
    state: 'sent_email',
    ui: { nodes: [{ attributes: { name: 'email', value: email } }] },
  };

  test.each([
    ['with scripts', { body: refused }, {}],
    ['without scripts', { body: refused }, { accept: 'text/html' }],
    [
      'in a flow that has expired',
      { status: 303, headers: { location: '/verification?flow=f2' } },
      { accept: 'text/html' },
    ],
  ])('hands over no session for a wrong code, %s', async (_what, answer, headers) => {
    const { identities, post } = await reviewHarness({ answer, flow });
    await post(fields, { cookie, ...headers }, 'verification');
    expect(identities.recoveryCode).not.toHaveBeenCalled();
  });

  test('ends no credentials or sessions for a stranger’s wrong code', async () => {
    const { identities, post } = await reviewHarness({ answer: { body: refused }, flow });
    for (const accept of ['application/json', 'text/html']) {
      const answer = await post(fields, { accept }, 'verification');
      expect(answer.status).toBe(accept === 'text/html' ? 303 : 200);
    }
    expect(identities.endCredentials).not.toHaveBeenCalled();
    expect(identities.endSessions).not.toHaveBeenCalled();
  });
});

describe('a verification during an application’s request, without scripts', () => {
  const asking = askingApplication
    .keep({ name: 'Harbor Clinic', requestUrl: `${portalUrl}/oauth2/auth` })
    ?.split(';')[0];
  const signedUp = signUp.keep({ flow: 'f1', account: 'ada' })?.split(';')[0];
  const headers = { accept: 'text/html', cookie: `${asking}; ${signedUp}` };
  const fields = { method: 'code', email, code: '123456' };
  const mailed = { id: 'f1', ui: { nodes: [{ attributes: { name: 'email', value: email } }] } };
  const toFlow = { status: 303, headers: { location: '/verification?flow=f1' } };

  test('gets the provider’s own answer, which continues the application’s request', async () => {
    const location = 'https://hydra.example/oauth2/auth?login_verifier=v';
    const answer = { status: 303, headers: { ...setsSession, location } };
    const { identities, post } = await reviewHarness({ answer, session: verified, flow: mailed });
    const answered = await post(fields, headers, 'verification');
    expect(answered.headers.get('location')).toBe(location);
    expect(answered.headers.getSetCookie().join()).toContain('ory_kratos_session=new');
    expect(identities.endCredentials).not.toHaveBeenCalled();
    expect(identities.recoveryCode).not.toHaveBeenCalled();
  });

  test.each([
    ['sent_email', false],
    ['passed_challenge', true],
  ])('ends older credentials if a stranger’s flow is in the state %s: %p', async (state, isEnding) => {
    const { identities, post } = await reviewHarness({ answer: toFlow, flow: { ...mailed, state } });
    await post(fields, { ...headers, cookie: asking }, 'verification');
    const ended = expect(identities.endCredentials);
    if (isEnding) ended.toHaveBeenCalled();
    else ended.not.toHaveBeenCalled();
  });

  test('hands over no session if another browser may have entered the right code', async () => {
    const { identities, post } = await reviewHarness({
      answer: toFlow,
      flow: { ...mailed, state: 'passed_challenge' },
    });
    await post(fields, headers, 'verification');
    expect(identities.recoveryCode).not.toHaveBeenCalled();
  });
});

test('a right code for another address opens no session of an account that the form merely names', async () => {
  const cookie = signUp.keep({ flow: 'f2', account: 'ada' })?.split(';')[0] ?? '';
  const flow = { ui: { nodes: [{ attributes: { name: 'email', value: 'eve@example.org' } }] } };
  const eve = { ...account(true), id: 'eve' };
  const { identities, post } = await reviewHarness({
    answer: { body: JSON.stringify({ id: 'f1', state: 'passed_challenge' }) },
    flow,
    admin: { find: (address) => Promise.resolve(address === email ? account(false) : eve) },
  });
  await post({ method: 'code', code: '123456', email }, { cookie }, 'verification');
  expect(identities.recoveryCode).not.toHaveBeenCalled();
});
