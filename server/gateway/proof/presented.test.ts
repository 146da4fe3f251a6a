import { afterEach, describe, expect, test } from '@jest/globals';
import { closeHarness } from '../../../test/support/gatewayHarness.ts';
import { portalUrl, signUp, email, account, reviewHarness } from '../../../test/support/reviewHarness.ts';

afterEach(closeHarness);

describe('a sign-up', () => {
  const opened = { status: 303, headers: { location: `${portalUrl}/verification?flow=f1` } };
  const traits = { 'traits.email': email, 'traits.name.first': 'boss@example.org' };
  const person = { accept: 'text/html', cookie: 'csrf_token_a=b' };

  test.each([
    ['is remembered for the account that it created', [email, 'boss@example.org'], 'ada'],
    ['is not remembered for an account that it merely names', ['boss@example.org'], undefined],
  ])('%s', async (_what, own, remembered) => {
    const found = { ...account(false), traits: { own } };
    const { post } = await reviewHarness({ answer: opened, admin: { find: () => Promise.resolve(found) } });
    const answer = await post({ method: 'password', password: 'a', ...traits }, person, 'registration');
    const line = answer.headers.getSetCookie().find((one) => one.includes('portal_sign_up'));
    expect(signUp.read(line?.split(';')[0])?.account).toBe(remembered);
  });
});
