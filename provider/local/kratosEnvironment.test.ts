import { expect, test } from '@jest/globals';
import { portalVariables } from '../../test/support/portalVariables.ts';
import { kratosEnvironment } from './kratosEnvironment.ts';

const environment = kratosEnvironment({
  portalUrl: 'http://portal.test:8080',
  dsn: 'memory',
  smtpUrl: 'smtp://127.0.0.1:1025',
  host: '127.0.0.1',
  publicPort: 1,
  adminPort: 2,
  configuration: '/etc/kratos',
  secrets: { cookie: 'cookie', cipher: 'cipher' },
});

test('every portal URL in kratos.yml is replaced with the portal’s origin', () => {
  expect(portalVariables('kratos').length).toBeGreaterThan(10);
  for (const name of portalVariables('kratos'))
    expect([name, environment[name]]).toEqual([name, expect.stringContaining('http://portal.test:8080')]);
});

test('the WebAuthn RP id is the host name in the browser’s address bar', () => {
  expect(environment.SELFSERVICE_METHODS_WEBAUTHN_CONFIG_RP_ID).toBe('portal.test');
});
