import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { requestTooSlow } from './errors.ts';

const tooSlow = requestTooSlow();

/** Its body is being read, and the next part does not come. A body that nobody reads yet waits for us, or for an upstream. */
const awaitsBody = ({ req: request }: ServerResponse): boolean =>
  !request.complete && (request.readableFlowing === true || request.listenerCount('readable') > 0);

/**
 * Ends connections that are silent by the browser's doing: it sends no more of a body, or reads no more of an answer. Waiting
 * for an upstream is no silence of the browser's.
 *
 * @param limit how long a connection may be silent, in milliseconds: the server's own `timeout`
 * @returns a listener for an answer's `timeout` event. A connection without a request has no such event, and Node ends it
 */
export const endWhenIdle = (limit: number) =>
  function onTimeout(this: ServerResponse, socket: Socket): void {
    // the timer may have been set to less, for connections without a request
    const isFull = socket.timeout === limit;
    if (isFull && socket.writableLength > 0) socket.destroy();
    else if (isFull && awaitsBody(this)) {
      if (this.headersSent) socket.destroy();
      else this.writeHead(tooSlow.status, tooSlow.headers).end(JSON.stringify(tooSlow.toJson(this.req.id)));
    } else socket.setTimeout(limit);
  };
