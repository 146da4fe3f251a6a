import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { decodeBody } from './decodeBody.ts';

const text = Buffer.from('{"session_token":"a"}');
const decode = (body: Buffer, coding?: string): Promise<Buffer> => decodeBody(body, coding, 1000);

test.each([
  [undefined, text],
  ['identity', text],
  ['gzip', gzipSync(text)],
  ['X-GZIP', gzipSync(text)],
  ['deflate', deflateSync(text)],
  ['br', brotliCompressSync(text)],
  ['zstd', zstdCompressSync(text)],
  ['br, identity, gzip', gzipSync(brotliCompressSync(text))],
])('a body with the coding %s is read', async (coding, body) => {
  expect(await decode(body, coding)).toEqual(text);
});

test('an empty body needs no decoding', async () => {
  expect(await decode(Buffer.alloc(0), 'gzip')).toEqual(Buffer.alloc(0));
});

test.each([
  ['an unknown coding', 'compress', text],
  ['a coding other than the declared one', 'gzip', text],
  ['a body that is cut off', 'gzip', gzipSync(text).subarray(0, 20)],
  ['a body that exceeds the limit when decoded', 'br', brotliCompressSync(Buffer.alloc(1001))],
  ['a list of codings', 'gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(text)))],
])('%s is a 502', async (_what, coding, body) => {
  await expect(decode(body, coding)).rejects.toMatchObject({ status: 502, id: 'upstream_invalid' });
});
