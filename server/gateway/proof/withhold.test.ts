import { afterEach, describe, expect, test } from '@jest/globals';
import { closeHarness } from '../../../test/support/gatewayHarness.ts';
import {
  password,
  sessionOf,
  unproved,
  setsSession,
  reviewHarness,
} from '../../../test/support/reviewHarness.ts';

afterEach(closeHarness);

describe('a new session', () => {
  test.each([
    ['one unverified address', [unproved]],
    ['several unverified addresses', [unproved, unproved]],
  ])('of an account with %s is withheld', async (_what, addresses) => {
    const { post } = await reviewHarness({ answer: { headers: setsSession }, session: sessionOf(addresses) });
    const answer = await post(password);
    expect(answer.status).toBe(422);
    expect(answer.headers.getSetCookie().join()).not.toContain('ory_kratos_session');
    const token = await reviewHarness({
      answer: { body: '{"session_token":"ory_st_a"}' },
      session: sessionOf(addresses),
    });
    const refused = await token.post(password);
    expect([refused.status, await refused.text()]).toEqual([403, expect.not.stringContaining('ory_st_a')]);
  });

  test.each([
    ['null', null],
    ['an empty list', []],
    ['partly verified', [unproved, { ...unproved, verified: true }]],
  ])('of an account whose addresses are %s is handed over', async (_what, addresses) => {
    const { post } = await reviewHarness({ answer: { headers: setsSession }, session: sessionOf(addresses) });
    const answer = await post(password);
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toContain('ory_kratos_session=new; Path=/; Secure');
  });

  test.each([
    ['turned off', 400, true],
    ['failing', 500, false],
    ['unreachable', 0, false],
  ])(
    'of an account with an unproved address, if verification is %s (%i), is handed over: %p',
    async (_what, verification, isHandedOver) => {
      const { post } = await reviewHarness({
        answer: { headers: setsSession },
        session: sessionOf([unproved]),
        verification,
      });
      const cookies = (await post(password)).headers.getSetCookie().join();
      expect(cookies.includes('ory_kratos_session=new')).toBe(isHandedOver);
    },
  );

  test('of nobody, or of an unproved account that needs a second factor, is withheld', async () => {
    for (const [session, status] of [
      ['none', 502],
      ['secondFactor', 422],
    ] as const) {
      const { post } = await reviewHarness({ answer: { headers: setsSession }, session });
      const answer = await post(password);
      expect(answer.status).toBe(status);
      expect(answer.headers.getSetCookie().join()).not.toContain('ory_kratos_session');
    }
  });
});
