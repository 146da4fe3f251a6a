import { expect, test } from '@jest/globals';
import { flowPath, startPath } from './providerPath.ts';

test("a flow is created and fetched at the provider's paths", () => {
  const query = new URLSearchParams({ return_to: '/app?a=1' });
  expect(startPath('login', new URLSearchParams())).toBe('/self-service/login/browser');
  expect(startPath('login', query)).toBe('/self-service/login/browser?return_to=%2Fapp%3Fa%3D1');
  expect(flowPath('settings', 'a&b')).toBe('/self-service/settings/flows?id=a%26b');
});
