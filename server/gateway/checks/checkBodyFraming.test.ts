import { describe, expect, test } from '@jest/globals';
import { deadUrl, gatewayHarness, gatewayTo, sendRaw } from '../../../test/support/selfClosingGateway.ts';

describe('bodies', () => {
  test('a body over the limit is 413 and does not arrive, with or without a Content-Length', async () => {
    const { port, upstream } = await gatewayTo('kratosPublic', undefined, { bodyLimitBytes: 1000 });
    const head =
      'POST /self-service/settings?flow=a HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n';
    expect(await sendRaw(port, `${head}Content-Length: 1001\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 413 [^]*body_too_large/,
    );
    const chunk = `1f4\r\n${'x'.repeat(500)}\r\n`;
    expect(
      await sendRaw(port, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(3)}0\r\n\r\n`),
    ).toMatch(/^HTTP\/1.1 413 [^]*body_too_large/);
    expect(upstream.received).toEqual([]);
    const fits = await sendRaw(
      port,
      `${head}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunk.repeat(2)}0\r\n\r\n`,
    );
    expect(fits).toMatch(/^HTTP\/1.1 200/);
    expect(upstream.received[0]?.body).toHaveLength(1000);
  });

  test('a chunked body stays one request, with any method', async () => {
    const { port, upstream } = await gatewayTo('kratosPublic');
    const smuggled = 'GET /admin/identities HTTP/1.1\r\nHost: a\r\n\r\n';
    const chunk = `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`;
    for (const [method, path] of [
      ['DELETE', '/sessions'],
      ['GET', '/schemas'],
      ['POST', '/self-service/login?flow=a'],
    ])
      await sendRaw(
        port,
        `${method} ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunk}`,
      );
    expect(upstream.received.map(({ method, body }) => [method, body])).toEqual([
      ['DELETE', smuggled],
      ['GET', smuggled],
      ['POST', smuggled],
    ]);
  });

  test('a Connection header cannot remove a body’s framing headers', async () => {
    const { port, upstream } = await gatewayTo('kratosPublic');
    const body = 'GET /admin/identities HTTP/1.1\r\nHost: a\r\n\r\n';
    await sendRaw(
      port,
      `DELETE /sessions HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\nConnection: close, content-length, transfer-encoding\r\n\r\n${body}`,
    );
    expect(upstream.received.map(({ url, body }) => [url, body])).toEqual([['/sessions', body]]);
  });

  test.each([
    ['both lengths', 'Content-Length: 3\r\nTransfer-Encoding: chunked'],
    ['both lengths, other order', 'Transfer-Encoding: chunked\r\nContent-Length: 3'],
    ['two lengths', 'Content-Length: 3\r\nContent-Length: 4'],
    ['the same length twice', 'Content-Length: 3\r\nContent-Length: 3'],
    ['a list of lengths', 'Content-Length: 3, 3'],
    ['a signed length', 'Content-Length: +3'],
    ['another coding', 'Transfer-Encoding: gzip, chunked'],
    ['chunked twice', 'Transfer-Encoding: chunked, chunked'],
    ['two codings', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked'],
    ['chunked not last', 'Transfer-Encoding: chunked, identity'],
    ['an unknown coding', 'Transfer-Encoding: xchunked'],
    ['a space before the colon', 'Transfer-Encoding : chunked'],
    ['a folded header', 'Transfer-Encoding:\r\n chunked'],
    ['a bare line feed', 'X: a\nTransfer-Encoding: chunked'],
    ['a carriage return in a value', 'X: a\rTransfer-Encoding: chunked'],
    ['a NUL in a value', 'X: a\0b'],
  ])('an ambiguous request is refused: %s', async (_what, headers) => {
    const { port, upstream } = await gatewayTo('kratosPublic');
    const answer = await sendRaw(
      port,
      `POST /self-service/login?flow=a HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${headers}\r\n\r\n0\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 400/);
    expect(upstream.received).toEqual([]);
  });
});

describe('targets', () => {
  test('TRACE and CONNECT are refused', async () => {
    const { port, upstream } = await gatewayTo('kratosPublic');
    const end = 'HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    expect(await sendRaw(port, `TRACE /sessions ${end}`)).toMatch(/^HTTP\/1.1 405/);
    expect(await sendRaw(port, `CONNECT a:80 ${end}`)).toBe('');
    expect(upstream.received).toEqual([]);
  });

  test('a target over 8 KB is 414, one over Node’s limit for headers 431', async () => {
    const { port } = await gatewayHarness({ kratosPublic: await deadUrl() });
    const get = (length: number) =>
      sendRaw(port, `GET /schemas/${'a'.repeat(length)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(await get(9000)).toMatch(/^HTTP\/1.1 414/);
    expect(await get(65_536)).toMatch(/^HTTP\/1.1 431/);
  });
});
