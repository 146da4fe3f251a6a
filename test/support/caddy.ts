import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildGoTool } from '../../provider/local/buildGoTool.ts';
import { freePort } from '../../provider/local/freePort.ts';
import { endOnExit, endProcess } from '../../provider/local/processes.ts';
import { untilLogged } from './untilLogged.ts';

/** The release that compose runs. */
const tool = {
  name: 'caddy',
  module: 'test/support/caddy',
  target: 'github.com/caddyserver/caddy/v2/cmd/caddy',
};

const shipped = path.join(import.meta.dirname, '../../deploy/caddy/Caddyfile');

/** PORTAL_URL, as browsers would see it. */
const origin = 'https://account.example:8443';

/** The shipped proxy, without TLS. */
export interface LocalCaddy {
  url: string;
  /** Where it redirects to the portal's origin. */
  plainUrl: string;
  stop: () => Promise<void>;
}

/**
 * Starts Caddy with the shipped configuration, on plain http.
 *
 * @param portal the name and port of the portals, in place of those of compose
 */
export async function startCaddy(portal: string): Promise<LocalCaddy> {
  const program = await buildGoTool(tool);
  if (program === undefined) throw new Error('Caddy cannot be built: install Go');
  const directory = mkdtempSync(path.join(tmpdir(), 'caddy-'));
  const file = path.join(directory, 'Caddyfile');
  writeFileSync(file, readFileSync(shipped, 'utf8').replace('portal:3000', portal));
  const url = `http://localhost:${await freePort()}`;
  const plainUrl = `http://localhost:${await freePort()}`;
  const caddy = spawn(program, ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { HOME: directory, PORTAL_URL: origin, PORTAL_HOST: url, PORTAL_PLAIN: plainUrl },
  });
  endOnExit(caddy);
  await untilLogged(caddy, 'Caddy', caddy.stderr, 'serving initial configuration');
  return {
    url,
    plainUrl,
    async stop() {
      await endProcess(caddy);
      rmSync(directory, { recursive: true });
    },
  };
}
