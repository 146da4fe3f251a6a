import { createServer } from 'node:net';

const claim = (port: number, host?: string): Promise<number | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
    });
  });

/** Whether anything else listens on a port, on any address of this machine. @param port the TCP port */
export async function portIsFree(port: number): Promise<boolean> {
  return (await claim(port)) !== undefined && (await claim(port, '127.0.0.1')) !== undefined;
}

/**
 * A TCP port that nothing listens on.
 *
 * @param preferred taken when it is free
 * @throws Error when the machine has no port left
 */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred && (await portIsFree(preferred))) return preferred;
  const port = await claim(0);
  if (!port) throw new Error('this machine has no free TCP port');
  return port;
}
