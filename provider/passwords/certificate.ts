import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';

/** How long a certificate is valid, in years. */
const years = 10;

/** Tags of ASN.1, as DER writes them (X.690). */
const tag = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  text: 0x0c,
  time: 0x17,
  sequence: 0x30,
  set: 0x31,
  dnsName: 0x82,
  address: 0x87,
  version: 0xa0,
  extensions: 0xa3,
};

/** Object identifiers, encoded. */
const oid = {
  commonName: '550403',
  ecdsaWithSha256: '2a8648ce3d040302',
  basicConstraints: '551d13',
  keyUsage: '551d0f',
  extendedKeyUsage: '551d25',
  serverAuth: '2b06010505070301',
  subjectAltName: '551d11',
};

/** Encodes a value: its tag, its length and its content. */
function der(kind: keyof typeof tag, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const length = content.length.toString(16);
  const bytes = Buffer.from(length.padStart(length.length + (length.length % 2), '0'), 'hex');
  const size = content.length < 0x80 ? bytes : Buffer.concat([Buffer.of(0x80 | bytes.length), bytes]);
  return Buffer.concat([Buffer.of(tag[kind]), size, content]);
}

const identifier = (name: keyof typeof oid): Buffer => der('oid', Buffer.from(oid[name], 'hex'));
const bits = (...content: Uint8Array[]): Buffer => der('bits', Buffer.of(0), ...content);
/** As in `261122155000Z`. */
const time = (at: Date): Buffer => {
  const digits = at.toISOString().replaceAll(/\D/g, '').slice(2, 14);
  return der('time', Buffer.from(`${digits}Z`));
};

function extension(name: keyof typeof oid, value: Buffer): Buffer {
  return der('sequence', identifier(name), der('boolean', Buffer.of(0xff)), der('octets', value));
}

const subjectName = (name: string): Buffer => {
  const parts = isIP(name) === 4 ? Buffer.from(name.split('.').map(Number)) : undefined;
  return parts ? der('address', parts) : der('dnsName', Buffer.from(name));
};

/** A certificate and its private key, as PEM. */
export interface KeyPair {
  cert: string;
  key: string;
}

/**
 * Creates a key and a self-signed certificate (RFC 5280) for a server whose clients trust exactly this certificate:
 * it is not an authority, so it cannot vouch for others.
 *
 * @param names the server's host names and IPv4 addresses
 */
export function selfSigned(names: string[]): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const now = new Date();
  const end = new Date(now);
  end.setUTCFullYear(now.getUTCFullYear() + years);
  const algorithm = der('sequence', identifier('ecdsaWithSha256'));
  const name = der(
    'sequence',
    der('set', der('sequence', identifier('commonName'), der('text', Buffer.from('common passwords')))),
  );
  const serial = randomBytes(16);
  // a positive number without leading zeros
  serial[0] = 0x40 | ((serial[0] ?? 0) & 0x3f);
  const toSign = der(
    'sequence',
    der('version', der('integer', Buffer.of(2))),
    der('integer', serial),
    algorithm,
    name,
    der('sequence', time(now), time(end)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      'extensions',
      der(
        'sequence',
        extension('basicConstraints', der('sequence')),
        // digital signatures
        extension('keyUsage', der('bits', Buffer.of(7, 0x80))),
        extension('extendedKeyUsage', der('sequence', identifier('serverAuth'))),
        extension('subjectAltName', der('sequence', ...names.map(subjectName))),
      ),
    ),
  );
  const certificate = der('sequence', toSign, algorithm, bits(sign('sha256', toSign, privateKey)));
  return {
    cert: new X509Certificate(certificate).toString(),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
