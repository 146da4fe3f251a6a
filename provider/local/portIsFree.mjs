import { createServer } from 'node:net';

/**
 * Listens on a port for a moment.
 *
 * @param {number} port the TCP port; 0 for any
 * @param {string} [host] the address; all of this machine when not given
 * @returns {Promise<number | undefined>} the port, or undefined when it is taken
 */
export const claimPort = (port, host) =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host, exclusive: true }, () => {
      const { port: claimed } = server.address();
      server.close(() => resolve(claimed));
    });
  });

/**
 * Whether anything else listens on a port, on any address of this machine.
 *
 * @param {number} port the TCP port
 * @returns {Promise<boolean>} true when nothing does
 */
export const portIsFree = async (port) =>
  (await claimPort(port)) !== undefined && (await claimPort(port, '127.0.0.1')) !== undefined;
