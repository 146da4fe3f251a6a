import { expect, test } from '@jest/globals';
import { stepUpUrl } from './signInUrl.ts';

const login = 'https://portal.example/self-service/login/browser';
const back = 'https://portal.example/settings';
const encoded = encodeURIComponent(back);

test.each([
  ['a second factor', `${login}?aal=aal2`, `${login}?aal=aal2&return_to=${encoded}`],
  ['a re-authentication', `${login}?refresh=true`, `${login}?refresh=true&return_to=${encoded}`],
  ['a return_to of its own', `${login}?aal=aal2&return_to=%2Fapp`, `${login}?aal=aal2&return_to=%2Fapp`],
  ['a plain sign-in', login, login],
  ['another service', 'https://acme.example/auth?aal=aal2', 'https://acme.example/auth?aal=aal2'],
  ['a path', '/login?aal=aal2', '/login?aal=aal2'],
])('%s', (_what, url, expected) => expect(stepUpUrl(url, back)).toBe(expected));
