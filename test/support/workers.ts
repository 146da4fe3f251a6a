import http from 'node:http';
import type { RunningPortal } from './portal.ts';
import { usePortals, type PortalsInUse } from './usePortals.ts';

/** Returns the process ids of the workers that have begun to listen, in that order. */
export const workersOf = (portal: RunningPortal): number[] =>
  [...portal.log().matchAll(/"worker":(\d+),"msg":"a worker is listening"/g)].map(([, pid]) => Number(pid));

/** Resolves when so many workers have begun to listen since the portal's start. */
export const listening = (portal: RunningPortal, count: number): Promise<void> =>
  portal.logged(new RegExp(`(a worker is listening[^]*){${count}}`));

/** Gives the tests of a file an upstream, and portals with two workers in front of it. */
export function useWorkers(): PortalsInUse {
  const { upstream, start } = usePortals();
  return {
    upstream,
    start: async (settings) => {
      const portal = await start({ WORKERS: '2', ...settings });
      await listening(portal, 2);
      return portal;
    },
  };
}

interface Request {
  agent?: http.Agent | false;
  method?: string;
  body?: string;
}

/** Sends a request, on a connection of its own by default; returns the answer's status. */
export function ask(
  url: string,
  { agent = false, method = 'GET', body = '' }: Request = {},
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
    http
      .request(url, { agent, method, ...(method === 'POST' && { headers }) }, (response) => {
        response
          .resume()
          .on('error', reject)
          .on('end', () => resolve(response.statusCode));
      })
      .on('error', reject)
      .end(body);
  });
}

/** Returns whether a process is running. */
export const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
