import { expect, test } from '@jest/globals';
import { adminWarnings } from './adminWarnings.ts';
import { readSettings } from './config.ts';

const warnings = (environment: Record<string, string>): string[] =>
  adminWarnings(readSettings({ KRATOS_PUBLIC_URL: 'http://kratos:4433', ...environment }));

test('admins’ addresses without Kratos’ admin API cause a warning', () => {
  expect(warnings({ PORTAL_ADMINS: 'id, ada@example.org' })).toEqual([
    expect.stringMatching(/^PORTAL_ADMINS lists addresses, .* KRATOS_ADMIN_URL; list the ids/),
  ]);
});

test.each<Record<string, string>>([
  {},
  { PORTAL_ADMINS: '7b8d2f5e-0000-4000-8000-000000000001' },
  { PORTAL_ADMINS: 'ada@example.org', KRATOS_ADMIN_URL: 'http://kratos:4434' },
])('%j causes no warning', (environment) => {
  expect(warnings(environment)).toEqual([]);
});
