import type { Server } from 'node:net';
import { clientNetwork } from './clientAddress.ts';

/**
 * Counts a connection of a network until the returned function is called.
 *
 * @param refuse called, at once or later, if the network has too many; the connection does not count then
 */
export type CountConnection = (network: string, refuse: () => void) => () => void;

/** The limit on the open connections of one address, and its exceptions. */
export interface ConnectionLimit {
  count: CountConnection;
  /** Whether an address belongs to a proxy, which carries many clients' connections. */
  isProxy: (address: string) => boolean;
  /** Called when connections are refused, at most once a minute. */
  onRefused: () => void;
}

const reportIntervalMs = 60_000;

/**
 * Creates a count of connections in this process.
 *
 * @param maxPerAddress how many connections one address may have open
 */
export function countConnections(maxPerAddress: number): CountConnection {
  const open = new Map<string, number>();
  return (network, refuse) => {
    const count = open.get(network) ?? 0;
    if (count >= maxPerAddress) {
      refuse();
      return () => undefined;
    }
    open.set(network, count + 1);
    return () => {
      const left = (open.get(network) ?? 0) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    };
  };
}

/**
 * Resets new connections from an address that has too many. IPv6 addresses of one network count together.
 *
 * @param server a server that is not listening yet
 */
export function limitConnections(server: Server, { count, isProxy, onRefused }: ConnectionLimit): void {
  let reportedAt = -Infinity;
  server.prependListener('connection', (socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isProxy(address)) return;
    const closed = count(clientNetwork(address), () => {
      socket.resetAndDestroy();
      if (performance.now() - reportedAt < reportIntervalMs) return;
      reportedAt = performance.now();
      onRefused();
    });
    socket.once('close', closed);
  });
}
