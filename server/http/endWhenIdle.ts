import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { requestTooSlow } from './errors.ts';
import { note } from './requestRecord.ts';

const tooSlow = requestTooSlow();

/** Whether a body is being read but is not complete; one that nobody reads waits for the portal or an upstream. */
const awaitsBody = ({ req: request }: ServerResponse): boolean =>
  !request.complete && (request.readableFlowing === true || request.listenerCount('readable') > 0);

/**
 * Ends connections that the browser leaves idle: it stops sending a body, or stops reading an answer. Waiting for an
 * upstream does not count.
 *
 * @param limit how long a connection may be idle, in milliseconds: the server's own `timeout`
 * @returns a listener for a response's `timeout` event; connections without a request are closed by Node itself
 */
export const endWhenIdle = (limit: number) =>
  function onTimeout(this: ServerResponse, socket: Socket): void {
    // the timer may be shorter, for connections without a request
    const isFull = socket.timeout === limit;
    if (isFull && socket.writableLength > 0) socket.destroy();
    else if (isFull && awaitsBody(this)) {
      if (this.headersSent) {
        socket.destroy();
        return;
      }
      note(this.req, { problem: tooSlow });
      this.writeHead(tooSlow.status, tooSlow.headers).end(JSON.stringify(tooSlow.toJson(this.req.id)));
    } else socket.setTimeout(limit);
  };
