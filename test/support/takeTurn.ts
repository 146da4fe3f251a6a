import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Below the ports that tests and local runs choose. Whoever listens on it has the turn, until it ends at the latest. */
const port = 19_999;

/** How long to wait before the next try, in milliseconds. */
const pollInterval = 100;

/**
 * Waits until no other test file has the turn. `npm start` prefers the usual ports: two that choose at once would take the
 * same ones.
 *
 * @returns what ends the turn
 */
export async function takeTurn(): Promise<() => void> {
  for (;;) {
    const server = createServer().listen(port, '127.0.0.1');
    const isMine = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (isMine) return () => server.close();
    await pause(pollInterval);
  }
}
