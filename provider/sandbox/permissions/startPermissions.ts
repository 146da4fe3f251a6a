import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Namespace } from './opl/namespace.ts';
import { parseError } from './opl/oplError.ts';
import { parseOpl } from './opl/parseOpl.ts';
import { oplApi } from './oplApi.ts';
import { readApi } from './readApi.ts';
import { openTupleStore } from './tupleStore.ts';
import { writeApi } from './writeApi.ts';

/** Keto's three APIs, as the sandbox serves them. */
export interface Permissions {
  readUrl: string;
  writeUrl: string;
  oplUrl: string;
  stop(): Promise<void>;
}

function readNamespaces(file: string): Namespace[] {
  const text = readFileSync(file, 'utf8');
  const { namespaces, errors } = parseOpl(text);
  const [error] = errors;
  if (!error) return namespaces;
  const { message, start } = parseError(error, text);
  throw new Error(`${file}:${start.Line}:${start.column}: ${message}`);
}

async function listen(app: RequestListener, port: number) {
  const server = createServer(app).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  const { port: taken } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${taken}`, stop };
}

/**
 * Starts the sandbox's permissions server: Keto 26.2's HTTP API on loopback, for development and tests.
 *
 * @param directory holds the relation tuples; created when missing
 * @param ports where its APIs listen; 0 for any free port
 * @param oplFile declares its namespaces
 * @throws Error in production, for a mistake in the OPL file, or for a port that is taken
 */
export async function startPermissions({
  directory,
  ports,
  oplFile,
}: {
  directory: string;
  ports: { read: number; write: number; opl: number };
  oplFile: string;
}): Promise<Permissions> {
  if (process.env.NODE_ENV === 'production')
    throw new Error('The permissions sandbox is for development and tests: use Keto in production');
  const namespaces = readNamespaces(oplFile);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const store = openTupleStore(path.join(directory, 'permissions.sqlite'));
  const apis = [
    await listen(readApi(store, namespaces), ports.read),
    await listen(writeApi(store, namespaces), ports.write),
    await listen(oplApi(), ports.opl),
  ] as const;
  const [read, write, opl] = apis;
  console.log('A sandbox stands in for Keto: for development and tests only');
  return {
    readUrl: read.url,
    writeUrl: write.url,
    oplUrl: opl.url,
    async stop() {
      await Promise.all(apis.map(({ stop }) => stop()));
      store.close();
    },
  };
}
