import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

interface Service {
  environment?: Record<string, string | null>;
  build?: object;
  image?: string;
  networks?: string[] | Record<string, { aliases?: string[] } | null>;
  ports?: string[];
  profiles?: string[];
  mem_limit?: string;
  logging?: { options?: Record<string, string> };
  healthcheck?: object;
  restart?: string;
  command?: string | string[];
  volumes?: string[];
  env_file?: object[];
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

/** Returns a service of docker-compose.yml. */
export const service = (name: string): Service => services[name] ?? {};

/** Returns the names that are not among others. */
export const without = (names: string[], others: string[]): string[] =>
  names.filter((name) => !others.includes(name));
