import type { Server } from 'node:http';

/** Where a server listens, and the name of the setting that says so. */
export interface Place {
  setting: string;
  port: number;
  host: string;
}

/** Sentences for the operator, by the code of the error. */
const failures: Record<string, (place: Place) => string> = {
  EADDRINUSE: ({ setting, port }) =>
    `Port ${port} is taken. Set ${setting} to a free one, or stop the program that uses it.`,
  EADDRNOTAVAIL: ({ host }) => `HOST is ${host}, which is not an address of this machine.`,
  EACCES: ({ setting, port }) =>
    `Port ${port} requires privileges that this user lacks. Set ${setting} to one from 1024 on.`,
};

/**
 * Makes a server listen.
 *
 * @param onFailure gets a sentence that explains to the operator why it cannot
 * @throws any other error of the server, also later ones, as an uncaught exception
 */
export function listen(server: Server, place: Place, onFailure: (sentence: string) => void): Promise<void> {
  server.on('error', (error: NodeJS.ErrnoException) => {
    const failure = failures[error.code ?? ''];
    if (!failure) throw error;
    onFailure(failure(place));
  });
  return new Promise((resolve) => server.listen(place.port, place.host, resolve));
}
