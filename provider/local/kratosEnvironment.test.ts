import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { kratosEnvironment } from './kratosEnvironment.ts';

const configuration = readFileSync(path.join(import.meta.dirname, '../kratos/kratos.yml'), 'utf8');

const environment = kratosEnvironment({
  portalUrl: 'http://portal.test:8080',
  dsn: 'memory',
  smtpUrl: 'smtp://127.0.0.1:1025',
  host: '127.0.0.1',
  publicPort: 1,
  adminPort: 2,
  schemaFile: '/schema.json',
  secrets: { cookie: 'cookie', cipher: 'cipher' },
});

/** The variables that override the keys of the file whose value is a URL of the portal. */
function portalVariables(): string[] {
  const keys: string[] = [];
  return configuration.split('\n').flatMap((line) => {
    const [, indent = '', key] = /^( *)(\w+):(?: |$)/.exec(line) ?? [];
    if (key) keys.splice(indent.length / 2, keys.length, key);
    return line.startsWith(' ') && line.includes('localhost:3000') ? [keys.join('_').toUpperCase()] : [];
  });
}

test('every portal URL in kratos.yml is replaced with the portal’s origin', () => {
  expect(portalVariables().length).toBeGreaterThan(10);
  for (const name of portalVariables())
    expect([name, environment[name]]).toEqual([name, expect.stringContaining('http://portal.test:8080')]);
});

test('the WebAuthn RP id is the host name in the browser’s address bar', () => {
  expect(environment.SELFSERVICE_METHODS_WEBAUTHN_CONFIG_RP_ID).toBe('portal.test');
});
