import { expect, test } from '@jest/globals';
import { pagePath } from './pagePath.ts';

test('a flow is shown at the path of its page, with its query if there is one', () => {
  expect(pagePath('login', new URLSearchParams())).toBe('/login');
  expect(pagePath('recovery', new URLSearchParams({ return_to: '/app?a=1' }))).toBe(
    '/recovery?return_to=%2Fapp%3Fa%3D1',
  );
});
