/**
 * Measures the gateway's cost: the same upstream (nginx with two files) behind the whole portal, behind a bare
 * http-proxy-middleware, @fastify/http-proxy and nginx, in turn in one run; small and large answers, few and many
 * connections. Every proxy is one process, of which several are started. The CPU time for each request is printed beside
 * the rates, because on a busy machine it is the steadier figure.
 */
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startBareProxy, startBuiltPortal, startScript, startSizedUpstream } from './benchServers.ts';
import {
  measureTwice,
  namesOf,
  processes,
  startProcesses,
  targetOf,
  usualLoad,
  type Measured,
} from './measure.ts';
import { nginxProxy, nginxUpstream } from './nginxConfig.ts';
import { reportAtMost } from './report.ts';
import { startServer, stopServers, type Server, type ServerStart } from './startServer.ts';

/** A call's processor time, as a multiple of a bare http-proxy-middleware's. */
const mostTime = 1.1;
const connectionCounts = [1, 20, 100];
/** The requests of a turn; a tenth of them for large answers. */
const requests = Number(process.env.BENCH_REQUESTS ?? 3000);
const sizes = [
  { name: '1 KB', path: '/sessions/whoami', bytes: 1024, requests },
  { name: '1 MB', path: '/schemas', bytes: 1024 * 1024, requests: Math.ceil(requests / 10) },
];
const nginx = process.env.NGINX_PATH ?? '/usr/sbin/nginx';
const hasNginx = existsSync(nginx);

const directory = await mkdtemp(path.join(tmpdir(), 'gateway-bench-'));
// when root starts nginx, it reads the files as another user
await chmod(directory, 0o755);
const probe = sizes[0]?.path ?? '';
const startNginx = (name: string, args: ServerStart['args']): Promise<Server> =>
  startServer({ name, command: nginx, args, probe });

/** The arguments of an nginx with its own folder. */
const nginxArguments =
  (name: string, configuration: (folder: string, port: number) => string) =>
  async (port: number): Promise<string[]> => {
    const folder = await mkdtemp(path.join(directory, name));
    await chmod(folder, 0o755);
    await writeFile(path.join(folder, 'nginx.conf'), configuration(folder, port));
    return ['-p', folder, '-c', 'nginx.conf'];
  };

/** The upstream of all proxies: nginx, the fastest possible, or Node if there is no nginx. */
async function startUpstream(): Promise<Server> {
  if (!hasNginx) {
    console.log(
      '\nnginx is not installed (Debian: nginx-light): Node is the upstream, and one comparison is left out.',
    );
    return startSizedUpstream(Object.fromEntries(sizes.map(({ path: call, bytes }) => [call, bytes])));
  }
  const files: Record<string, string> = {};
  for (const { path: call, bytes } of sizes) {
    const file = path.join(directory, `${bytes}.json`);
    await writeFile(file, `"${'x'.repeat(bytes - 2)}"`);
    files[call] = file;
  }
  const args = nginxArguments('upstream', (folder, port) => nginxUpstream(folder, port, files));
  return startNginx('upstream', args);
}

/** Starts one process of each proxy. */
async function startServers({ url: TARGET }: Server): Promise<Server[]> {
  const servers = [
    await startBuiltPortal(TARGET),
    await startBareProxy(TARGET),
    await startScript('@fastify/http-proxy', 'fastifyProxy.ts', probe, { TARGET }),
  ];
  if (!hasNginx) return servers;
  const upstreamPort = Number(new URL(TARGET).port);
  const args = nginxArguments('proxy', (folder, port) => nginxProxy(folder, port, upstreamPort));
  return [...servers, await startNginx('nginx', args)];
}

/** The portal's time for each call, as a multiple of what it stands on. */
const toBare = ({ ratio }: Measured): number => ratio('cpu', 'portal', 'http-proxy-middleware');

try {
  const upstream = await startUpstream();
  const servers = await startProcesses(() => startServers(upstream));
  const names = namesOf(servers);
  console.log(`\nThe gateway, ${processes} processes of each, ${usualLoad.rounds} rounds, in turn; medians`);
  for (const { name: size, path: call, requests: amount } of sizes)
    for (const connections of connectionCounts) {
      const targets = servers.map((server) => targetOf(server, call));
      const load = { ...usualLoad, connections, requests: amount };
      const measured = await measureTwice((run) => toBare(run) <= mostTime, targets, load);
      const { of, ratio } = measured;
      console.log(`\n${size}, ${connections} connections`);
      for (const name of names) {
        const { rate, cpu } = of(name);
        console.log(`  ${name}: ${rate.toFixed(0)} requests/s, ${cpu.toFixed(0)} µs of processor time each`);
      }
      for (const name of names.slice(1))
        console.log(`  portal ÷ ${name}, requests/s: ${ratio('rate', 'portal', name).toFixed(2)}×`);
      if (hasNginx)
        console.log(
          `  http-proxy-middleware ÷ nginx, requests/s: ${ratio('rate', 'http-proxy-middleware', 'nginx').toFixed(2)}×`,
        );
      reportAtMost('portal ÷ http-proxy-middleware, processor time', toBare(measured), mostTime);
    }
} finally {
  await stopServers();
  await rm(directory, { recursive: true, force: true });
}
