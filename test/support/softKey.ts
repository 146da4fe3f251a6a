import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';

/** The options of `navigator.credentials.create` and `.get`, as a flow of the provider contains them. */
export interface KeyOptions {
  publicKey: { challenge: string; rpId?: string; rp?: { id: string }; user?: { id: string } };
}

/** A passkey or security key in memory (WebAuthn Level 2), for requests that no browser would send. */
export interface SoftKey {
  /** The credential's id in hexadecimal digits, as settings forms name it. */
  id: string;
  /** The answer to `create`, in the format of the provider's forms. */
  create: (options: KeyOptions) => string;
  /** The answer to `get`. @param claimed the user handle in place of the account's own */
  get: (options: KeyOptions, claimed?: string) => string;
  /** The id by which the provider finds the account; empty until `create` is called. */
  userHandle: () => string;
}

const base64url = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64url');

const userPresent = 0x01;
const userVerified = 0x04;
const attested = 0x40;

/** Encodes the few types of values in an attestation as CBOR (RFC 8949). */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number): Buffer =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([name, one]) => [cbor(name), cbor(one as Parameters<typeof cbor>[0])]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

/** Encodes a public key of ES256 in COSE (RFC 9053). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const coordinate = (text: string): Buffer => Buffer.from(text, 'base64url');
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]),
  );
}

/** Creates a key. @param origin the origin of the page that it is used on */
export function softKey(origin: string): SoftKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rawId = randomBytes(16);
  let handle = '';
  const clientData = (type: string, { publicKey: { challenge } }: KeyOptions): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge: base64url(Buffer.from(challenge, 'base64url')), origin }));
  const authenticatorData = (
    { publicKey: { rp, rpId } }: KeyOptions,
    flags: number,
    more = Buffer.alloc(0),
  ) =>
    Buffer.concat([
      createHash('sha256')
        .update(rp?.id ?? rpId ?? new URL(origin).hostname)
        .digest(),
      Buffer.from([flags, 0, 0, 0, 0]),
      more,
    ]);
  const credential = (response: object): string =>
    JSON.stringify({ id: base64url(rawId), rawId: base64url(rawId), type: 'public-key', response });
  return {
    id: rawId.toString('hex'),
    userHandle: () => handle,
    create: (options) => {
      handle = options.publicKey.user?.id ?? '';
      const attestedData = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, rawId.length]),
        rawId,
        coseKey(publicKey),
      ]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(options, userPresent | userVerified | attested, attestedData)],
      ]);
      return credential({
        clientDataJSON: base64url(clientData('webauthn.create', options)),
        attestationObject: base64url(cbor(attestation)),
      });
    },
    get: (options, claimed = handle) => {
      const client = clientData('webauthn.get', options);
      const data = authenticatorData(options, userPresent | userVerified);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return credential({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(createSign('sha256').update(signed).sign(privateKey)),
        userHandle: base64url(Buffer.from(claimed, 'base64url')),
      });
    },
  };
}
