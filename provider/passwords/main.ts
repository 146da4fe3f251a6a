/**
 * The service that tells Kratos which passwords are too common, as the image bundles it. It stores its certificate where Kratos
 * finds it, beside the key, which only this service can read; with --check it queries itself, for the container's
 * health check.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import path from 'node:path';
import { breachedSuffixes, breachList } from './breachedSuffixes.ts';
import { selfSigned, type KeyPair } from './certificate.ts';
import { commonSuffixes } from './commonPasswords.ts';
import { passwordService } from './passwordService.ts';

const {
  HOST = '127.0.0.1',
  PORT = '4437',
  NAME = 'passwords',
  DIRECTORY: directory = '/passwords',
} = process.env;
const trusted = path.join(directory, 'trusted/passwords.pem');
const secret = path.join(directory, 'key.pem');

async function keptKeys(): Promise<KeyPair> {
  if (!existsSync(secret) || !existsSync(trusted)) {
    const { cert, key } = await selfSigned(NAME);
    mkdirSync(path.dirname(trusted), { recursive: true });
    writeFileSync(secret, key, { mode: 0o600 });
    writeFileSync(trusted, cert, { mode: 0o644 });
  }
  return { cert: readFileSync(trusted, 'utf8'), key: readFileSync(secret, 'utf8') };
}

async function serve(): Promise<void> {
  // hashes the list now rather than for the first sign-up
  commonSuffixes('00000');
  const isOnline = process.env.PASSWORD_BREACH_CHECK !== 'false';
  const breached = breachedSuffixes(breachList, (reason) =>
    console.error(`${breachList} cannot be used, so only common passwords are refused: ${reason}`),
  );
  const server = passwordService(await keptKeys(), isOnline ? breached : undefined);
  server.listen(Number(PORT), HOST, () => console.log(`listening on ${HOST}:${PORT}`));
  process.once('SIGTERM', () => {
    server.close();
    server.closeAllConnections();
  });
}

function check(): void {
  const ca = readFileSync(trusted);
  const options = { ca, servername: NAME, agent: false };
  get(`https://127.0.0.1:${PORT}/range/00000`, options, ({ statusCode }) => {
    process.exitCode = statusCode === 200 ? 0 : 1;
  }).on('error', () => (process.exitCode = 1));
}

if (process.argv.includes('--check')) check();
else await serve();
