import { expect, test } from '@jest/globals';
import { stepUpUrl } from './signInUrl.ts';

const login = 'https://portal.example/self-service/login/browser';
const back = 'https://portal.example/settings';
const encoded = encodeURIComponent(back);

test.each([
  ['a second factor returns to the page', `${login}?aal=aal2`, `${login}?aal=aal2&return_to=${encoded}`],
  [
    'a re-authentication returns to the page',
    `${login}?refresh=true`,
    `${login}?refresh=true&return_to=${encoded}`,
  ],
  [
    'an existing return_to is kept',
    `${login}?aal=aal2&return_to=%2Fapp`,
    `${login}?aal=aal2&return_to=%2Fapp`,
  ],
  ['an ordinary sign-in is unchanged', login, login],
  [
    'a URL of another service is unchanged',
    'https://acme.example/auth?aal=aal2',
    'https://acme.example/auth?aal=aal2',
  ],
  ['a path is unchanged', '/login?aal=aal2', '/login?aal=aal2'],
])('%s', (_what, url, expected) => expect(stepUpUrl(url, back)).toBe(expected));
