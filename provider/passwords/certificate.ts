import { isIP } from 'node:net';

/** How long a certificate is valid, in years. */
const years = 10;

/** A certificate and its private key, as PEM. */
export interface KeyPair {
  cert: string;
  key: string;
}

/**
 * Creates a key and a self-signed certificate for a server whose clients trust exactly this certificate: it is not an
 * authority, so it cannot vouch for others.
 *
 * @param name the server's host name or IPv4 address
 */
export async function selfSigned(name: string): Promise<KeyPair> {
  // only a first start needs it, a health check never does
  const { generate } = await import('selfsigned');
  const notAfterDate = new Date();
  notAfterDate.setUTCFullYear(notAfterDate.getUTCFullYear() + years);
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'common passwords' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notAfterDate,
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: [isIP(name) ? { type: 7, ip: name } : { type: 2, value: name }] },
    ],
  });
  return { cert, key };
}
