import { expect, test } from '@jest/globals';
import { startQuery } from './startQuery.ts';

test('keeps a flow’s start parameters and drops the rest', () => {
  const url =
    'https://a.example/self-service/login/browser?flow=x&return_to=%2Fapp%3Fa%3D1%26b&login_challenge=c&aal=aal2&refresh=true&organization=o&via=email&utm=1#x';
  expect(startQuery(url).toString()).toBe(
    'return_to=%2Fapp%3Fa%3D1%26b&login_challenge=c&organization=o&aal=aal2&refresh=true&via=email',
  );
});

test('a parameter is taken from the first URL that has it', () => {
  const query = startQuery(undefined, '/login?return_to=/a', 'https://a.example/login?return_to=/b&aal=aal2');
  expect(Object.fromEntries(query)).toEqual({ return_to: '/a', aal: 'aal2' });
});

test('keeps the return URL after a verification', () => {
  expect(
    startQuery('/registration?after_verification_return_to=/w').get('after_verification_return_to'),
  ).toBe('/w');
});

test('reads a query as the provider does: a parameter with a semicolon is skipped', () => {
  const query = startQuery(
    '/self-service/login/browser?return_to=https://evil.example/;a&return_to=/b&aal=aal2;&organization=%3Bo',
  );
  expect(Object.fromEntries(query)).toEqual({ return_to: '/b', organization: ';o' });
});

test.each([undefined, '', 'no query', 'https://[', '/login?', '/login?return_to=', '/login#?return_to=/a'])(
  '%p has no start parameters',
  (url) => {
    expect(startQuery(url).size).toBe(0);
  },
);

test('reads a long URL in linear time', () => {
  const url = `/login?${'x'.repeat(100_000)}`;
  const before = process.cpuUsage();
  startQuery(url);
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
});
