import { expect, test } from '@jest/globals';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import type { Renewed } from '../upstreams/renewSpent.ts';
import { createBrowserCookies } from '../security/cookies/browserCookies.ts';
import { inUsableFlow } from './newCode.ts';
import type { FormVisit } from './visit.ts';

const portalUrl = 'https://portal.example';
const cookies = createBrowserCookies({
  COOKIE_SECRET: 'x'.repeat(32),
  PORTAL_URL: portalUrl,
  SESSION_COOKIE_NAME: 'ory_kratos_session',
});

/** Returns a request for another code. @param headers of its browser @param answers gets what it is answered with */
function visitOf(headers: Record<string, string>, isNavigation: boolean, answers: unknown[]): FormVisit {
  const answer = (...given: unknown[]): void => void answers.push(...given);
  return {
    call: { operation: { submits: 'login' }, path: '/self-service/login', query: 'a=b&flow=f1' },
    request: { headers },
    response: { redirect: answer, status: (code: number) => ({ json: answer.bind(null, code) }) },
    isNavigation,
    form: { flow: 'f1', fields: new Map([['resend', ['code']]]) },
  } as unknown as FormVisit;
}

const renewedTo = (renewed: Renewed) => ({
  ...cookies,
  portalUrl,
  renewSpent: () => Promise.resolve(renewed),
});

test.each([
  ['goes on in the flow that began again', { origin: portalUrl }, recordedFlow('login'), 'a=b&flow='],
  ['stays in a flow whose codes work', { origin: portalUrl }, undefined, 'a=b&flow=f1'],
  [
    'of another site stays in its flow',
    { origin: 'https://evil.example' },
    recordedFlow('login'),
    'a=b&flow=f1',
  ],
])('a request for another code %s', async (_what, headers, flow, query) => {
  const found = await inUsableFlow(visitOf(headers, true, []), renewedTo(flow ? { flow } : {}));
  const [expected, id] = query.endsWith('f1') ? [query, 'f1'] : [`${query}${flow?.id ?? ''}`, flow?.id];
  expect([found?.call.query, found?.form?.flow]).toEqual([expected, id]);
});

test.each([true, false])(
  'another code of a second factor is mailed by its page, which is limited: %p',
  async (isNavigation) => {
    const answers: unknown[] = [];
    const again = { secondFactor: { aal: 'aal2', return_to: '/a' } };
    expect(await inUsableFlow(visitOf({}, isNavigation, answers), renewedTo(again))).toBeUndefined();
    const url = '/login?aal=aal2&return_to=%2Fa';
    expect(answers).toEqual(isNavigation ? [303, url] : [422, { redirect_browser_to: portalUrl + url }]);
  },
);
