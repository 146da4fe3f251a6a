import { createServer } from 'node:net';

/** Listens on a port for a moment: the port, or the code of the error. */
const listenBriefly = (port, host) =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code }) => resolve({ code }));
    server.listen({ port, host, exclusive: true }, () => {
      const { port: claimed } = server.address();
      server.close(() => resolve({ port: claimed }));
    });
  });

/**
 * Listens on a port for a moment.
 *
 * @param {number} port the TCP port; 0 for any
 * @param {string} [host] the address; all of this machine when not given
 * @returns {Promise<number | undefined>} the port, or undefined when it cannot be had
 */
export const claimPort = async (port, host) => (await listenBriefly(port, host)).port;

/**
 * Why a port cannot be listened on, for the person who starts the portal.
 *
 * @param {string | undefined} code the error's code, as in `EADDRINUSE`
 * @param {number} port the TCP port
 * @param {string} [host] the address
 * @returns {string} one line
 */
export function portProblemInWords(code, port, host) {
  const another = 'PORT=3001 npm start';
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken. Stop what listens there, or choose another: ${another}`;
  if (code === 'EACCES')
    return `Port ${port} is not for this user to take. Choose one from 1024 on: ${another}`;
  if (code === 'EADDRNOTAVAIL' && host) return `HOST is ${host}, which is no address of this machine`;
  return `Port ${port} cannot be listened on${host ? ` at ${host}` : ''}: ${code}`;
}

/**
 * Tries whether a port can be listened on, and whether nothing else does, on any address of this machine.
 *
 * @param {number} port the TCP port
 * @param {string} [host] the address that it is wanted at
 * @returns {Promise<string | undefined>} in one line why not, or undefined when all is well
 */
export async function portProblem(port, host) {
  for (const address of [host, undefined, '127.0.0.1']) {
    const { code } = await listenBriefly(port, address);
    if (code) return portProblemInWords(code, port, address);
  }
  return undefined;
}

/**
 * Whether anything else listens on a port, on any address of this machine.
 *
 * @param {number} port the TCP port
 * @returns {Promise<boolean>} true when nothing does
 */
export const portIsFree = async (port) => (await portProblem(port)) === undefined;
