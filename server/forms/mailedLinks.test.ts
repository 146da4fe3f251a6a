import { expect, test } from '@jest/globals';
import { gatewayTo } from '../../test/support/selfClosingGateway.ts';
import { linkOpened } from '../security/cookies/notices.ts';

test.each([
  ['a mailed link', 'GET', '?flow=f1&code=123456', true],
  ['a link without a code', 'GET', '?flow=f1', false],
  ['a form', 'POST', '?flow=f1&code=123456', false],
])(
  'after %s (%s %s), the next page knows whether a mailed link was opened: %p',
  async (_what, method, query, isOpened) => {
    const { url } = await gatewayTo('kratosPublic', (_request, response) =>
      response.writeHead(303, { Location: 'https://portal.example/verification?flow=f1' }).end(),
    );
    const answer = await fetch(`${url}/self-service/verification${query}`, {
      method,
      redirect: 'manual',
      headers: { Accept: 'text/html' },
      ...(method === 'POST' && { body: new URLSearchParams({ code: '123456' }) }),
    });
    expect(linkOpened.isIn(answer.headers.getSetCookie().join('; '), 'https://portal.example')).toBe(
      isOpened,
    );
  },
);
