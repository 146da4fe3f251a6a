import { expect, test } from '@jest/globals';
import { flowPath, pagePath, startPath } from './providerPath.ts';

test('a flow is started, fetched and shown at its own paths', () => {
  const query = new URLSearchParams({ return_to: '/app?a=1' });
  expect(startPath('login', new URLSearchParams())).toBe('/self-service/login/browser');
  expect(startPath('login', query)).toBe('/self-service/login/browser?return_to=%2Fapp%3Fa%3D1');
  expect(flowPath('settings', 'a&b')).toBe('/self-service/settings/flows?id=a%26b');
  expect(pagePath('recovery', query)).toBe('/recovery?return_to=%2Fapp%3Fa%3D1');
});
