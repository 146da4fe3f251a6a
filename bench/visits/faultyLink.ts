import net, { type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** How a link passes on a part of an answer. */
type Relay = (part: Buffer, client: Socket) => void | Promise<void>;

/** In milliseconds. */
const latency = 200;
/** A part of a slow answer, in bytes, and the time between two, in milliseconds: about 12 kB a second. */
const [slowPart, slowPause] = [128, 10];

/** The faults of a link, which toxiproxy calls toxics. Each strikes while an answer is under way. */
const relays = {
  none: (part, client) => void client.write(part),
  latency: async (part, client) => {
    await pause(latency);
    client.write(part);
  },
  slow: async (part, client) => {
    for (let start = 0; start < part.length && client.writable; start += slowPart) {
      client.write(part.subarray(start, start + slowPart));
      await pause(slowPause);
    }
  },
  cut: (part, client) => void client.end(part.subarray(0, part.length / 2)),
  reset: (_part, client) => void client.resetAndDestroy(),
} satisfies Record<string, Relay>;

export type LinkFault = keyof typeof relays;

/** A TCP connection to a server, with faults to switch on. */
export interface FaultyLink {
  url: string;
  /** From the next part of any answer on. */
  fault: LinkFault;
  stop: () => Promise<void>;
}

/** Opens a port on loopback that leads to a server. @param target the server's port on loopback */
export async function startFaultyLink(target: number): Promise<FaultyLink> {
  const sockets = new Set<Socket>();
  const answer = async (client: Socket, server: Socket): Promise<void> => {
    for await (const part of server) await relays[link.fault](part as Buffer, client);
    client.end();
  };
  const listener = net.createServer({ noDelay: true }, (client) => {
    const server = net.connect({ port: target, host: '127.0.0.1', noDelay: true });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroySoon();
      });
    }
    client.pipe(server);
    answer(client, server).catch(() => client.destroy());
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const link: FaultyLink = {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    fault: 'none',
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
  return link;
}
