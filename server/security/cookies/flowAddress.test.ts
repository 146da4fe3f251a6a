import { expect, test } from '@jest/globals';
import { createFlowAddress } from './flowAddress.ts';

const flowAddress = createFlowAddress({ secret: 'a secret', portalUrl: 'https://portal.example' });

test('an address is readable only for its own flow, and hidden from scripts', () => {
  const cookie = flowAddress.keep('f1', 'ada@example.org') ?? '';
  expect(flowAddress.read(cookie, 'f1')).toBe('ada@example.org');
  expect(flowAddress.read(cookie, 'f2')).toBeUndefined();
  expect(cookie).not.toContain('ada');
  expect(cookie).toMatch(/; HttpOnly; SameSite=Lax; Secure$/);
});

test('the cookie is deleted if there is one', () => {
  const header = flowAddress.keep('f1', 'ada@example.org')?.split(';')[0];
  expect(flowAddress.forget(header)).toContain('__Host-portal_address=; Path=/; Max-Age=0');
  expect(flowAddress.forget('theme=dark')).toBeUndefined();
});

test.each(['ada', 'ada@', '@example.org', 'a da@example.org', `${'a'.repeat(250)}@example.org`])(
  'a text that is not an address is not kept: %s',
  (text) => {
    expect(flowAddress.keep('f1', text)).toBeUndefined();
  },
);
