import { createServer, type Server, type ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { sendRaw } from '../../test/support/gatewayHarness.ts';
import { logEarlyRefusals } from './earlyRefusals.ts';
import { loggedAddress } from '../log/loggedAddress.ts';

let server: Server;
let lines: object[];
let answer: (response: ServerResponse) => void;
const port = (): number => (server.address() as AddressInfo).port;

beforeEach(async () => {
  lines = [];
  answer = (response) => response.end('fine');
  server = createServer((_request, response) => answer(response));
  const log = { warn: (fields: object, message: string) => void lines.push({ ...fields, message }) };
  logEarlyRefusals(server, log, loggedAddress('truncated'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const head = 'Host: a\r\n';

test.each([
  ['no HTTP at all', 'SSH-2.0-x\r\n\r\n', 400, 'HPE_INVALID_METHOD'],
  [
    'a malformed header',
    `GET /?code=SECRET HTTP/1.1\r\n${head}a b: SECRET\r\n\r\n`,
    400,
    'HPE_INVALID_HEADER_TOKEN',
  ],
  ['oversized headers', `GET /${'a'.repeat(70_000)} HTTP/1.1\r\n${head}\r\n`, 431, 'HPE_HEADER_OVERFLOW'],
  [
    'an unknown expectation',
    `POST / HTTP/1.1\r\n${head}Expect: SECRET\r\nContent-Length: 0\r\n\r\n`,
    417,
    'expectation',
  ],
  ['CONNECT', `CONNECT secret.example:443 HTTP/1.1\r\n${head}\r\n`, 405, 'connect'],
])(
  '%s is refused, and logged with the reason and the client’s network',
  async (_what, text, status, problem) => {
    const answer = await sendRaw(port(), text, /\r\n\r\n/);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`));
    expect(answer).toMatch(/Connection: close/i);
    expect(lines).toEqual([
      { status, problem, address: '127.0.0.0/24', message: 'a request was refused before it was read' },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/secret/i);
  },
);

test('a connection that is opened and never used is not logged', async () => {
  server.headersTimeout = 1;
  server.requestTimeout = 1;
  const closed = new Promise<Error>((resolve) => server.prependListener('clientError', resolve));
  const socket = net.connect(port(), '127.0.0.1');
  const [given] = await Promise.all([
    new Promise<net.Socket>((resolve) => server.once('connection', resolve)),
    new Promise((resolve) => socket.once('connect', resolve)),
  ]);
  const ended = new Promise((resolve) => socket.resume().once('close', resolve));
  server.emit(
    'clientError',
    Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
    given,
  );
  await Promise.all([closed, ended]);
  expect(lines).toEqual([]);
});

test('an answer that has begun is cut off, not followed by another', async () => {
  answer = (response) => {
    response.writeHead(200, { 'Content-Length': '100' });
    response.write('begun');
  };
  const text = `POST / HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\n`;
  const socket = net.connect(port(), '127.0.0.1', () => socket.write(text));
  let received = '';
  socket.setEncoding('latin1').on('data', (some: string) => {
    received += some;
    if (received.endsWith('begun')) socket.write('no chunk\r\n');
  });
  await new Promise((resolve) => socket.once('close', resolve));
  expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
  expect(lines).toEqual([expect.objectContaining({ problem: 'HPE_INVALID_CHUNK_SIZE' })]);
});

/** Sends a text, then closes the connection. */
async function endAfter(text: string): Promise<void> {
  const failed = new Promise((resolve) => server.once('clientError', resolve));
  const socket = net.connect(port(), '127.0.0.1', () => socket.end(text));
  const closed = new Promise((resolve) => socket.resume().once('close', resolve));
  await Promise.all([failed, closed]);
}

test('a connection that closes within a request’s headers is logged', async () => {
  await endAfter(`GET / HTTP/1.1\r\n${head}`);
  expect(lines).toEqual([expect.objectContaining({ problem: 'HPE_INVALID_EOF_STATE' })]);
});

test.each<[string, (response: ServerResponse) => void]>([
  ['is under way', () => undefined],
  ['has been answered', (response) => response.end('fine')],
])(
  'a connection that closes within the body of a request that %s is not logged, because the request is',
  async (_state, how) => {
    answer = how;
    await endAfter(`POST / HTTP/1.1\r\n${head}Content-Length: 10\r\n\r\nhalf`);
    expect(lines).toEqual([]);
  },
);
