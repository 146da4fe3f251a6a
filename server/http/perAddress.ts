import type { Server } from 'node:net';
import { clientNetwork } from './clientAddress.ts';

export interface PerAddressOptions {
  /** How many connections one address may have open. */
  most: number;
  /** Whether an address is a proxy's, which carries many clients' connections. */
  isProxy: (address: string) => boolean;
  /** Called when connections are refused, at most once a minute. */
  refused: () => void;
}

const silenceMs = 60_000;

/**
 * Resets new connections of an address that has too many. IPv6 addresses of one network count together.
 *
 * @param server a server that is not listening yet
 */
export function limitPerAddress(server: Server, { most, isProxy, refused }: PerAddressOptions): void {
  const open = new Map<string, number>();
  let reportedAt = -Infinity;
  server.prependListener('connection', (socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isProxy(address)) return;
    const key = clientNetwork(address);
    const count = open.get(key) ?? 0;
    if (count >= most) {
      socket.resetAndDestroy();
      if (performance.now() - reportedAt < silenceMs) return;
      reportedAt = performance.now();
      refused();
      return;
    }
    open.set(key, count + 1);
    socket.once('close', () => {
      const left = (open.get(key) ?? 0) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    });
  });
}
