import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { selfSigned } from '../passwords/certificate.ts';
import { passwordService } from '../passwords/passwordService.ts';
import { close, listen } from './loopback.ts';

/** Whether a variable can tell Kratos which certificates to trust; elsewhere Go only uses the system's. */
export const canRefuseCommonPasswords = process.platform === 'linux';

/**
 * Starts the service that tells a local Kratos which passwords are too common.
 *
 * @param directory Kratos' own directory, which gets the certificate to trust
 * @param loopback the address at which Kratos reaches this machine's loopback
 */
export async function startPasswords(directory: string, loopback: string) {
  const keys = await selfSigned(loopback);
  const trusted = path.join(directory, 'trusted');
  mkdirSync(trusted, { recursive: true });
  writeFileSync(path.join(trusted, 'passwords.pem'), keys.cert);
  const server = passwordService(keys);
  const port = await listen(server);
  return {
    /** The variables that make Kratos ask it. */
    environment: {
      SELFSERVICE_METHODS_PASSWORD_CONFIG_HAVEIBEENPWNED_ENABLED: 'true',
      SELFSERVICE_METHODS_PASSWORD_CONFIG_HAVEIBEENPWNED_HOST: `${loopback}:${port}`,
      SELFSERVICE_METHODS_PASSWORD_CONFIG_IGNORE_NETWORK_ERRORS: 'false',
      SSL_CERT_DIR: `/etc/ssl/certs:${trusted}`,
    },
    stop: () => close(server),
  };
}
