import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** Lets a server listen on loopback. @returns the port @throws Error when it is taken */
export async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Closes a server and its connections. */
export async function close(
  server: Pick<HttpServer, 'once' | 'close' | 'closeAllConnections'>,
): Promise<void> {
  const closed = new Promise((resolve) => server.once('close', resolve));
  server.close();
  server.closeAllConnections();
  await closed;
}
