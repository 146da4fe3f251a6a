import { createServer } from 'node:net';

/** Tries to listen on a port; resolves with the error's code if that fails. */
const listenBriefly = (port, host) =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code }) => resolve({ code }));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve({})));
  });

/**
 * Explains why a port cannot be listened on, for the user who starts the portal.
 *
 * @param {string | undefined} code the error's code, as in `EADDRINUSE`
 * @param {number} port the TCP port
 * @param {string} [host] the address
 * @param {string} [another] the command that uses another port
 * @returns {string} one line
 */
export function portProblemInWords(code, port, host, another = 'PORT=3001 npm start') {
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken. Stop the program that uses it, or choose another: ${another}`;
  if (code === 'EACCES')
    return `Port ${port} requires privileges that this user lacks. Choose one from 1024 on: ${another}`;
  if (code === 'EADDRNOTAVAIL' && host) return `HOST is ${host}, which is not an address of this machine`;
  return `Port ${port} cannot be listened on${host ? ` at ${host}` : ''}: ${code}`;
}

/**
 * Checks that a port can be listened on, and that nothing else does so on any address of this machine.
 *
 * @param {number} port the TCP port
 * @param {string} [host] the address to listen on
 * @param {string} [another] the command that uses another port
 * @returns {Promise<string | undefined>} the problem in one line, or undefined when there is none
 */
export async function portProblem(port, host, another) {
  for (const address of [host, undefined, '127.0.0.1']) {
    const { code } = await listenBriefly(port, address);
    if (code) return portProblemInWords(code, port, address, another);
  }
  return undefined;
}

/**
 * Whether a port is free on every address of this machine.
 *
 * @param {number} port the TCP port
 * @returns {Promise<boolean>} true if it is
 */
export const portIsFree = async (port) => (await portProblem(port)) === undefined;
