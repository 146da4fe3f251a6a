import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { onPath } from '../../provider/local/onPath.ts';
import { startServer } from '../servers.ts';

const version = 'v2.12.0';
const cache = path.join(import.meta.dirname, '../../.cache/toxiproxy', version);

/** A fault of toxiproxy's: its type and attributes (https://github.com/Shopify/toxiproxy#toxics). */
export interface Toxic {
  type: 'latency' | 'bandwidth' | 'timeout' | 'reset_peer' | 'limit_data';
  attributes: Record<string, number>;
}

/** Connections to servers, with faults to switch on. */
export interface FaultyLinks {
  /** Opens a port on loopback that leads to a server. @param target the server's port on loopback @returns the URL */
  to: (target: number) => Promise<string>;
  /** Makes all answers suffer from a fault until `heal`. */
  poison: (toxic: Toxic) => Promise<void>;
  heal: () => Promise<void>;
}

/** Returns the toxiproxy on PATH, or else builds the pinned one with Go, once. */
function program(): string {
  const installed = onPath('toxiproxy-server');
  if (installed !== undefined) return installed;
  const built = path.join(cache, 'server');
  if (!existsSync(built))
    execFileSync('go', ['install', `github.com/Shopify/toxiproxy/v2/cmd/server@${version}`], {
      env: { ...process.env, GOBIN: cache },
      stdio: 'inherit',
    });
  return built;
}

/** Starts a toxiproxy, which `stopServers` stops. @throws Error when there is neither a toxiproxy nor Go */
export async function startFaultyLinks(): Promise<FaultyLinks> {
  const args = (port: number): string[] => ['-host', '127.0.0.1', '-port', String(port)];
  const environment = { LOG_LEVEL: 'fatal' };
  const { url: api } = await startServer('toxiproxy', program(), args, { probe: '/version', environment });
  const names: string[] = [];
  const post = async (at: string, body?: object): Promise<unknown> => {
    const answer = await fetch(api + at, { method: 'POST', body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`toxiproxy refused ${at}: ${await answer.text()}`);
    return answer.status === 204 ? undefined : answer.json();
  };
  return {
    to: async (target) => {
      const name = `port-${target}`;
      const proxy = { name, listen: '127.0.0.1:0', upstream: `127.0.0.1:${target}`, enabled: true };
      const { listen } = (await post('/proxies', proxy)) as { listen: string };
      names.push(name);
      return `http://${listen}`;
    },
    poison: async (toxic) => {
      for (const name of names) await post(`/proxies/${name}/toxics`, toxic);
    },
    heal: async () => {
      await post('/reset');
    },
  };
}
