import type { ClientRequest, IncomingMessage } from 'node:http';

/** Creates the error for an answer that Node's parser accepts but HTTP does not allow. */
export const notHttp = (message: string): Error =>
  Object.assign(new Error(message), { code: 'HPE_NOT_HTTP' });

/** Ends a call whose upstream switches to another protocol, which nobody requested. Handles `upgrade` events. */
export function refuseUpgrade(
  this: ClientRequest,
  _answer: IncomingMessage,
  socket: { destroy: () => void },
): void {
  socket.destroy();
  this.emit('error', notHttp('unrequested upgrade'));
}
