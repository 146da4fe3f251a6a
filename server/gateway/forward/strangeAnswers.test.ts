import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { gatewayHarness, rawUpstream, sendRaw } from '../../../test/support/selfClosingGateway.ts';

const bytes = fc.string({ unit: 'binary-ascii', maxLength: 20 });
const anyByte = fc.uint8Array({ maxLength: 20 }).map((list) => Buffer.from(list).toString('latin1'));
const names =
  'Content-Length content-length Transfer-Encoding Connection Set-Cookie Location Trailer Upgrade';
const more = 'Content-Type Content-Encoding Keep-Alive Date Cache-Control X';
const name = fc.constantFrom(...`${names} ${more} `.split(' '));
const value = fc.oneof(
  fc.constantFrom(
    ...'0|2|5|-1|99999999999999999999|chunked|gzip, chunked|identity|close|upgrade|X'.split('|'),
  ),
  fc.constantFrom('text/event-stream', 'no-store', 'a=b', '\x7f', '\xff\xfe', '\0', 'a\rb', 'a\n b'),
  bytes,
  anyByte,
);
const line = fc
  .tuple(name, fc.constantFrom(': ', ':', ' : ', '', ':\r\n '), value)
  .map((parts) => parts.join(''));
const status = fc.oneof(
  fc.constantFrom(
    'HTTP/1.1 200 OK',
    'HTTP/1.0 200 OK',
    'HTTP/1.1 204 No Content',
    'HTTP/1.1 304 Not Modified',
    'HTTP/1.1 100 Continue',
  ),
  fc.constantFrom(
    'HTTP/1.1 101 X',
    'HTTP/1.1 103 Early Hints',
    'HTTP/1.1 600 X',
    'HTTP/1.1 000 X',
    'HTTP/2 200',
    'HTTP/1.1 200',
    'ICY 200 OK',
  ),
  anyByte,
);
const body = fc.oneof(
  fc.constantFrom(
    '',
    '{}',
    '2\r\n{}\r\n0\r\n\r\n',
    '0\r\n\r\n',
    'ffffffffffffffffff\r\n',
    'HTTP/1.1 200 OK\r\n\r\n',
  ),
  anyByte,
);
const answer = fc
  .tuple(status, fc.array(line, { maxLength: 5 }), fc.constantFrom('\r\n', '\n'), body)
  .map(([first, lines, end, rest]) => [first, ...lines, '', rest].join(end));

test('whatever an upstream sends, each call ends, and the next one is served', async () => {
  let next = '';
  const { url: target } = await rawUpstream((socket) => {
    socket.end(Buffer.from(next, 'latin1'));
  });
  const { port } = await gatewayHarness({ kratosPublic: target }, { timeoutMs: 1000 });
  const call = 'GET /schemas HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  await fc.assert(
    fc.asyncProperty(answer, async (text) => {
      next = text;
      const answered = await sendRaw(port, call);
      expect(answered).toMatch(/^HTTP\/1\.1 [2-5]\d\d |^$/);
      expect(answered).not.toMatch(/127\.0\.0\.1|HPE_|node:/);
      next = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';
      expect(await sendRaw(port, call)).toMatch(/^HTTP\/1\.1 200 [^]*\{\}$/);
    }),
    { numRuns: 200 },
  );
});
