import type { Server } from 'node:net';
import { clientNetwork } from './clientAddress.ts';

/** The limit on the open connections of one address, and its exceptions. */
export interface ConnectionLimit {
  maxPerAddress: number;
  /** Whether an address belongs to a proxy, which carries many clients' connections. */
  isProxy: (address: string) => boolean;
  /** Called when connections are refused, at most once a minute. */
  onRefused: () => void;
}

const reportIntervalMs = 60_000;

/**
 * Resets new connections from an address that has too many. IPv6 addresses of one network count together.
 *
 * @param server a server that is not listening yet
 */
export function limitConnections(
  server: Server,
  { maxPerAddress, isProxy, onRefused }: ConnectionLimit,
): void {
  const open = new Map<string, number>();
  let reportedAt = -Infinity;
  server.prependListener('connection', (socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isProxy(address)) return;
    const network = clientNetwork(address);
    const count = open.get(network) ?? 0;
    if (count >= maxPerAddress) {
      socket.resetAndDestroy();
      if (performance.now() - reportedAt < reportIntervalMs) return;
      reportedAt = performance.now();
      onRefused();
      return;
    }
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 0) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}
