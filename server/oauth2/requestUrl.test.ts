import { expect, test } from '@jest/globals';
import { asksForNoPage, promptsOf } from './requestUrl.ts';

const url = 'https://account.example/oauth2/auth?client_id=harbor';
const object = (claims: object): string =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;

test.each([
  [`${url}&prompt=login+consent`, ['login', 'consent']],
  [`${url}&prompt=consent&request=${object({ prompt: 'none' })}`, ['none']],
  [`${url}&prompt=none&request=${object({ scope: 'openid' })}`, ['none']],
  [`${url}&prompt=none&request=not-a-jwt`, ['none']],
  [url, []],
  ['not a URL', []],
  [undefined, []],
] as [string | undefined, string[]][])('the prompts of %s are %j', (requestUrl, prompts) => {
  expect(promptsOf(requestUrl)).toEqual(prompts);
  expect(asksForNoPage(requestUrl)).toBe(prompts.includes('none'));
});
