import { expect, test } from '@jest/globals';
import { troubleOf } from './mails.ts';

test.each([
  ['dial tcp 127.0.0.1:25: connect: connection refused', 'unreachable'],
  ['dial tcp: lookup smtp.invalid: no such host', 'unreachable'],
  ['535 5.7.8 Authentication credentials invalid', 'credentials'],
  ['550 5.7.1 sender not allowed', 'sender'],
  ['550 5.1.1 no such user', 'recipient'],
  ['421 4.3.2 busy, try again', 'later'],
  ['connect ECONNREFUSED 127.0.0.1:25', 'unreachable'],
  ['getaddrinfo ENOTFOUND smtp.invalid', 'unreachable'],
  ['something else', 'other'],
])('%j is known for what mends it', (error, trouble) => {
  expect(troubleOf(error)).toBe(trouble);
});
