import { promisify } from 'node:util';
import {
  brotliDecompress,
  gunzip,
  inflate,
  zstdDecompress,
  type BrotliOptions,
  type ZlibOptions,
  type ZstdOptions,
} from 'node:zlib';
import { upstreamInvalid } from './upstreamErrors.ts';

type Decode = (
  body: Buffer,
  options: Pick<ZlibOptions & BrotliOptions & ZstdOptions, 'maxOutputLength'>,
) => Promise<Buffer>;

const gzip: Decode = promisify(gunzip);

/** The content codings that can be read (RFC 9110, section 8.4.1; RFC 8878). */
const decoders = new Map<string, Decode>([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
  ['zstd', promisify(zstdDecompress)],
]);

/** No server uses more; without a limit one answer could demand thousands of rounds. */
const maxCodings = 2;

/**
 * Decodes an upstream's whole body, however a server in between has compressed it.
 *
 * @throws PortalError 502 `upstream_invalid` for an unknown coding, or a body that is faulty or larger
 */
export async function decodeBody(
  body: Buffer,
  contentEncoding: string | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const codings = (contentEncoding ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > maxCodings) throw upstreamInvalid(new Error('too many content codings'));
  if (body.length === 0) return body;
  let decoded = body;
  for (const coding of codings.reverse()) {
    const decode = decoders.get(coding);
    if (!decode) throw upstreamInvalid(new Error('unknown content coding'));
    try {
      decoded = await decode(decoded, { maxOutputLength: maxBytes });
    } catch (cause) {
      throw upstreamInvalid(cause);
    }
  }
  return decoded;
}
