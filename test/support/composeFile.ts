import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { newDirectory } from './newDirectory.ts';

interface Service {
  env_file?: string;
  environment?: Record<string, string | null>;
  build?: object;
  image?: string;
  networks?: string[] | Record<string, { aliases?: string[] } | null>;
  ports?: (string | object)[];
  profiles?: string[];
  mem_limit?: string;
  logging?: { options?: Record<string, string> };
  healthcheck?: object;
  command?: string | string[];
  volumes?: string[];
  entrypoint?: string[];
  init?: boolean;
  scale?: string;
  depends_on?: Record<string, object>;
}

const root = path.join(import.meta.dirname, '../..');

/** Reads a file of the repository. @param file its path from the root */
export const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** The text of docker-compose.yml. */
export const compose = read('docker-compose.yml');

/** The parts of docker-compose.yml, by name. */
export const { services, networks, volumes } = parse(compose, { merge: true }) as {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean } | null>;
  volumes: Record<string, { driver_opts?: object }>;
};

// variables of .env that are only named
for (const one of Object.values(services))
  if (one.env_file !== undefined)
    one.environment = {
      ...Object.fromEntries(
        read(one.env_file)
          .split('\n')
          .filter((line) => /^[A-Z_]+$/.test(line))
          .map((name) => [name, null]),
      ),
      ...one.environment,
    };

/** Returns a service of docker-compose.yml. */
export const service = (name: string): Service => services[name] ?? {};

/** Returns the names that are not among others. */
export const without = (names: string[], others: string[]): string[] =>
  names.filter((name) => !others.includes(name));

/** Settings from .env that compose gives to the servers, to derive variables from. */
const given = {
  PORTAL_URL: 'https://portal.test:8443',
  PRODUCT_NAME: 'Ward',
  KRATOS_HOOKS_KEY: 'key',
  SMTP_URL: 'smtp://mail.test:587/',
};

/**
 * Runs a server's start.sh with another program in the server's place.
 *
 * @param server its folder in `provider/`
 * @param settings those that differ from `given`
 * @returns the variables that the program gets in addition, or what the script says and no program
 */
export function runStart(
  server: string,
  settings: Record<string, string> = {},
): Record<string, string> | string {
  const programs = newDirectory();
  writeFileSync(path.join(programs, server), '#!/bin/sh\nenv', { mode: 0o755 });
  const before = { ...given, ...settings, PATH: `${programs}:${process.env.PATH}` };
  const script = path.join(root, 'provider', server, 'start.sh');
  const { status, stdout, stderr } = spawnSync('sh', [script], { env: before, encoding: 'utf8' });
  if (status !== 0) return stderr;
  const variables = stdout
    .split('\n')
    .map((line) => [line.split('=', 1)[0] ?? '', line.replace(/^\w+=/, '')]);
  const others = ['', 'PWD', 'OLDPWD', 'SHLVL', '_', ...Object.keys(before)];
  return Object.fromEntries(variables.filter(([name = '']) => !others.includes(name))) as Record<
    string,
    string
  >;
}

/** Returns the variables that a server of compose gets from start.sh. */
export const startVariables = (
  server: string,
  settings: Record<string, string> = {},
): Record<string, string> => {
  const variables = runStart(server, settings);
  if (typeof variables === 'string') throw new Error(variables);
  return variables;
};
