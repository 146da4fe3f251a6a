import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { returnTo } from './returnTo.ts';

const portal = 'https://portal.example';

describe('returnTo', () => {
  test.each([
    ['/settings?x=1#profile', 'https://portal.example/settings?x=1#profile'],
    ['https://portal.example/', 'https://portal.example/'],
    ['https://shop.example/thanks', 'https://shop.example/thanks'],
    [undefined, undefined],
    ['', undefined],
  ])('lets %s through', (value, expected) => {
    expect(returnTo(value, portal, ['https://shop.example'])).toBe(expected);
  });

  test.each([
    'https://evil.example/',
    'https://portal.example.evil.com/',
    'https://portal.example@evil.com/',
    'https://user:password@portal.example/',
    'http://portal.example/',
    'https://portal.example:8443/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    ' https://portal.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://',
    '/self-service/verification?flow=f',
  ])('refuses %j', (value) => {
    expect(() => returnTo(value, portal)).toThrow(expect.objectContaining({ id: 'return_to_not_allowed' }));
  });

  test('refuses several values', () => {
    expect(() => returnTo(['/a', '/b'], portal)).toThrow();
  });

  test('never leaves the allowed origins, whatever it is given', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((tail) => `/${tail}`),
        ),
        (value) => {
          let result: string | undefined;
          try {
            result = returnTo(value, portal);
          } catch {
            return true;
          }
          return result === undefined || new URL(result).origin === portal;
        },
      ),
      { numRuns: 2000 },
    );
  });
});
