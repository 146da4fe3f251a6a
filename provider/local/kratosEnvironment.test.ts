import { expect, test } from '@jest/globals';
import { portalVariables } from '../../test/support/portalVariables.ts';
import { webHooksOf } from '../../test/support/kratosFile.ts';
import { hookPlaces, kratosEnvironment, keyVariable } from './kratosEnvironment.ts';

const environment = kratosEnvironment({
  portalUrl: 'http://portal.test:8080',
  smtpUrl: 'smtp://127.0.0.1:1025',
  adminUrl: 'http://127.0.0.1:2',
  configuration: '/etc/kratos',
  secrets: { cookie: 'cookie', cipher: 'cipher' },
  hooks: { url: 'http://portal.test:8080/hooks/kratos', key: 'key' },
});

test('every portal URL in kratos.yml is replaced with the portal’s origin', () => {
  expect(portalVariables('kratos').length).toBeGreaterThan(10);
  for (const name of portalVariables('kratos'))
    expect([name, environment[name]]).toEqual([name, expect.stringContaining('http://portal.test:8080')]);
});

test('the WebAuthn RP id is the host name in the browser’s address bar', () => {
  expect(environment.SELFSERVICE_METHODS_WEBAUTHN_CONFIG_RP_ID).toBe('portal.test');
});

test('every web hook of kratos.yml, and no other, gets the portal’s address for its moment, and the key', () => {
  const hooks = webHooksOf().map(({ place, url }) => [place, url]);
  const expected = Object.entries(hookPlaces).map(([place, moment]) => [
    place,
    `http://portal:3000/hooks/kratos/${moment}`,
  ]);
  expect(hooks.sort()).toEqual(expected.sort());
  for (const [place, moment] of Object.entries(hookPlaces)) {
    expect(environment[keyVariable(place)]).toBe('key');
    expect(environment[`SELFSERVICE_FLOWS_${place}_CONFIG_URL`]).toBe(
      `http://portal.test:8080/hooks/kratos/${moment}`,
    );
    expect(environment[`SELFSERVICE_FLOWS_${place}_CONFIG_BODY`]).toBe('file:///etc/kratos/hooks.jsonnet');
  }
});
