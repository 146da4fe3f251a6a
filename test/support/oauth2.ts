import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../provider/local/freePort.ts';
import { startKept } from '../../provider/local/keptProcess.ts';
import { onPath } from '../../provider/local/onPath.ts';
import { startSandbox } from '../../provider/sandbox/startSandbox.ts';

/** A running Hydra, or the sandbox in its place. */
export interface OAuth2 {
  publicUrl: string;
  adminUrl: string;
  /** Kratos' variables, which let it answer login challenges. */
  kratos: Record<string, string>;
  /** The portal's settings. */
  portal: Record<string, string>;
  stop: () => Promise<void>;
}

interface HydraOptions {
  directory: string;
  portalUrl: string;
  ports: { public: number; admin: number };
}

const startDeadline = 30_000;
const pollInterval = 100;

/** Hydra's configuration in front of a portal, for tests. */
const configuration = ({ directory, portalUrl, ports }: HydraOptions): object => ({
  dsn: `sqlite://${directory}/hydra.sqlite?_fk=true`,
  dev: true,
  serve: {
    public: { host: '127.0.0.1', port: ports.public },
    admin: { host: '127.0.0.1', port: ports.admin },
    cookies: { same_site_mode: 'Lax' },
  },
  urls: {
    self: { issuer: portalUrl, public: portalUrl },
    login: `${portalUrl}/login`,
    registration: `${portalUrl}/registration`,
    consent: `${portalUrl}/consent`,
    logout: `${portalUrl}/logout`,
    error: `${portalUrl}/error`,
    post_logout_redirect: `${portalUrl}/login`,
    device: { verification: `${portalUrl}/device`, success: `${portalUrl}/device/done` },
  },
  secrets: { system: ['a secret of the tests’ Hydra'], cookie: ['a cookie secret of the tests’ Hydra'] },
});

async function startHydra(
  hydra: string,
  options: HydraOptions,
): Promise<Pick<OAuth2, 'publicUrl' | 'adminUrl' | 'stop'>> {
  const file = path.join(options.directory, 'hydra.json');
  await writeFile(file, JSON.stringify(configuration(options)));
  execFileSync(hydra, ['migrate', 'sql', 'up', '-e', '--yes', '--config', file], { stdio: 'ignore' });
  const running = startKept([hydra, 'serve', 'all', '--dev', '--config', file], {
    cwd: options.directory,
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    output: ['ignore', 'ignore'],
  });
  const adminUrl = `http://127.0.0.1:${options.ports.admin}`;
  const end = performance.now() + startDeadline;
  while (performance.now() < end && !running.hasExited()) {
    const answer = await fetch(`${adminUrl}/health/ready`).catch(() => undefined);
    if (answer?.ok)
      return { adminUrl, publicUrl: `http://127.0.0.1:${options.ports.public}`, stop: () => running.end() };
    await pause(pollInterval);
  }
  await running.end();
  throw new Error('Hydra did not start');
}

/**
 * Starts the Hydra on PATH, or else the sandbox, with an empty database.
 *
 * @param portalUrl the portal's origin, which applications know as the issuer
 * @throws Error when it does not start
 */
export async function startOAuth2(portalUrl: string): Promise<OAuth2> {
  const directory = await mkdtemp(path.join(tmpdir(), 'oauth2-'));
  const options = { directory, portalUrl, ports: { public: await freePort(), admin: await freePort() } };
  const hydra = onPath('hydra');
  const running = await (hydra ? startHydra(hydra, options) : startSandbox(options));
  return {
    ...running,
    kratos: { OAUTH2_PROVIDER_URL: running.adminUrl },
    portal: { HYDRA_PUBLIC_URL: running.publicUrl, HYDRA_ADMIN_URL: running.adminUrl },
    stop: async () => {
      await running.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
