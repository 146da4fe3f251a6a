import { expect, test } from '@jest/globals';
import { portalVariables } from '../../test/support/portalVariables.ts';
import { hydraEnvironment } from './hydraEnvironment.ts';

const environment = hydraEnvironment({
  portalUrl: 'http://portal.test:8080',
  kratosAdminUrl: 'http://127.0.0.1:3',
  secrets: { system: 'system', cookie: 'cookie' },
});

test('every portal URL in hydra.yml is replaced with the portal’s origin', () => {
  const names = portalVariables('hydra');
  expect(names.length).toBeGreaterThan(8);
  for (const name of names)
    expect([name, environment[name]]).toEqual([name, expect.stringContaining('http://portal.test:8080')]);
});
