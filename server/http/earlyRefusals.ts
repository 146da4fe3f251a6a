import { STATUS_CODES, type Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { LoggedAddress } from './loggedAddress.ts';

/** Where the lines go; a pino logger is one. */
interface RefusalLog {
  warn: (fields: object, message: string) => void;
}

/** What Node's parser gives up on, where that is not simply a malformed request. */
const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** The answer that a connection has in hand: a second one would be read as its body. */
const hasBegunAnswer = (socket: object): boolean =>
  (socket as { _httpMessage?: { headersSent: boolean } | null })._httpMessage?.headersSent === true;

function refuse(socket: Duplex, status: number): void {
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
  if (socket.writable && !hasBegunAnswer(socket)) socket.end(head, () => socket.destroy());
  else socket.destroy();
}

/**
 * Answers and logs what never reaches the application: requests that Node's parser refuses, unknown expectations, and
 * CONNECT. The line holds nothing that the client sent. Behind a proxy the
 * address is the proxy's, as there is no header to believe.
 *
 * A connection that is opened and never used is closed without a line: browsers open some in advance.
 *
 * @param server the listening server
 * @param log gets the lines
 * @param loggedAddress writes the client's address
 */
export function logEarlyRefusals(server: Server, log: RefusalLog, loggedAddress: LoggedAddress): void {
  const report = (socket: Socket, status: number, problem: string): void =>
    log.warn(
      { status, problem, address: loggedAddress(socket.remoteAddress) },
      'request refused before it was read',
    );

  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
    const status = statuses[code] ?? 400;
    const isRequest = socket instanceof Socket && socket.bytesRead > 0 && /^(HPE|ERR_HTTP)_/.test(code);
    // what still arrives after the refusal fails, too
    if (isRequest && socket.writable) report(socket, status, code);
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
