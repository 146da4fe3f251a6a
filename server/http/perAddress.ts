import type { Server } from 'node:net';
import { clientNetwork } from './clientAddress.ts';

export interface PerAddressOptions {
  /** The most connections that one address may have open. */
  most: number;
  /** Whether an address is that of a proxy, whose connections are those of many. */
  isProxy: (address: string) => boolean;
  /** Called when connections are refused, once a minute at most. */
  refused: () => void;
}

const silenceMs = 60_000;

/**
 * Cuts the connections of an address that has too many. An IPv6 address counts with all of its network.
 *
 * @param server a server that does not listen yet
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
