import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { hasBody } from './requestHead.ts';

/** Statuses for parser errors; any other is 400. */
const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Whether an answer has begun on this connection: the client would read a second one as part of its body. */
const hasBegunAnswer = (socket: object): boolean =>
  (socket as { _httpMessage?: { headersSent: boolean } | null })._httpMessage?.headersSent === true;

function refuse(socket: Duplex, status: number): void {
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
  if (socket.writable && !hasBegunAnswer(socket)) socket.end(head, () => socket.destroy());
  else socket.destroy();
}

/**
 * Answers and logs requests that never reach the application: those that Node's parser refuses, unknown expectations,
 * and CONNECT. The line contains nothing that the client sent. Behind a proxy the address is the proxy's, because there
 * are no parsed headers to trust.
 *
 * A connection that was never used is closed without a line: browsers open some in advance. So is one that ends within
 * the body of a request that the application has: that request has a line of its own.
 */
export function logEarlyRefusals(
  server: Server,
  log: { warn: (fields: object, message: string) => void },
  loggedAddress: (address: string | undefined) => string | undefined,
): void {
  const report = (socket: Socket, status: number, problem: string): void =>
    log.warn(
      { status, problem, address: loggedAddress(socket.remoteAddress) },
      'a request was refused before it was read',
    );

  /** The latest request of each connection that has a body; others cannot be cut off, and would be kept until the next one. */
  const withBody = new WeakMap<Duplex, IncomingMessage>();
  server.on('request', (request) => {
    if (hasBody(request.headers)) withBody.set(request.socket, request);
  });
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
    const status = statuses[code] ?? 400;
    const isCutBody = code === 'HPE_INVALID_EOF_STATE' && withBody.get(socket)?.complete === false;
    const isRequest = socket instanceof Socket && socket.bytesRead > 0 && /^(HPE|ERR_HTTP)_/.test(code);
    // data after a refusal fails to parse as well: report only the first failure
    if (isRequest && !isCutBody && socket.writable) report(socket, status, code);
    refuse(socket, status);
  });
  server.on('connect', (request, socket) => {
    report(request.socket, 405, 'connect');
    refuse(socket, 405);
  });
  server.on('checkExpectation', (request, response) => {
    report(request.socket, 417, 'expectation');
    response.writeHead(417, { Connection: 'close' }).end();
  });
}
