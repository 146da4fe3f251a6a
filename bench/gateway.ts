/**
 * Measures the gateway's cost: the same upstream (nginx with two files) behind the whole portal, behind a bare
 * http-proxy-middleware, @fastify/http-proxy and nginx, in turn in one run; small and large answers, few and many
 * connections. Every proxy is one process. The CPU time for each request is printed beside the rates, because on a
 * busy machine it is the steadier figure.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../provider/local/freePort.ts';
import { nodeFlags } from '../provider/local/nodeFlags.ts';
import { endProcess, endOnExit } from '../provider/local/processes.ts';
import { costs, type Server } from './cost.ts';
import { report } from './load.ts';
import { nginxProxy, nginxUpstream } from './nginxConfig.ts';

const goals = { 'http-proxy-middleware': 0.9, nginx: 0.55 };
const connectionCounts = [1, 20, 200];
const sizes = [
  { name: '1 KB', path: '/sessions/whoami', bytes: 1024 },
  { name: '1 MB', path: '/schemas', bytes: 1024 * 1024 },
];
const seconds = Number(process.env.BENCH_SECONDS ?? 3);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const nginx = process.env.NGINX_PATH ?? '/usr/sbin/nginx';
const hasNginx = existsSync(nginx);

const directory = await mkdtemp(path.join(tmpdir(), 'gateway-bench-'));
// when root starts nginx, it reads the files as another user
await chmod(directory, 0o755);
const children: ChildProcess[] = [];

interface Start {
  name: string;
  command: string;
  /** The arguments for the port to listen on. */
  args: (port: number) => string[] | Promise<string[]>;
  environment?: Record<string, string>;
}

/** Starts a server and waits until it answers. */
async function start({ name, command, args, environment }: Start): Promise<Server> {
  const port = await freePort();
  const child = spawn(command, await args(port), {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  child.on('error', () => undefined);
  children.push(child);
  endOnExit(child);
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url + (sizes[0]?.path ?? '')).catch(() => undefined))) {
    if (child.pid === undefined || child.exitCode !== null) throw new Error(`${command} does not start`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return { name, url, pid: child.pid ?? 0 };
}

/** The arguments of an nginx with its own folder. */
const nginxArguments =
  (name: string, configuration: (folder: string, port: number) => string) =>
  async (port: number): Promise<string[]> => {
    const folder = path.join(directory, name);
    await mkdir(folder);
    await writeFile(path.join(folder, 'nginx.conf'), configuration(folder, port));
    return ['-p', folder, '-c', 'nginx.conf'];
  };

const node = process.execPath;
const script = (file: string) => () => [path.join(import.meta.dirname, file)];

/** The upstream of all proxies: nginx, the fastest possible, or Node if there is no nginx. */
async function startUpstream(): Promise<Server> {
  if (!hasNginx) {
    console.log(
      '\nThere is no nginx (Debian: nginx-light): Node is the upstream, and one comparison is missing.',
    );
    const SIZES = JSON.stringify(Object.fromEntries(sizes.map(({ path: call, bytes }) => [call, bytes])));
    return start({
      name: 'upstream',
      command: node,
      args: script('nodeUpstream.ts'),
      environment: { SIZES },
    });
  }
  const files: Record<string, string> = {};
  for (const { path: call, bytes } of sizes) {
    const file = path.join(directory, `${bytes}.json`);
    await writeFile(file, `"${'x'.repeat(bytes - 2)}"`);
    files[call] = file;
  }
  const args = nginxArguments('upstream', (folder, port) => nginxUpstream(folder, port, files));
  return start({ name: 'upstream', command: nginx, args });
}

async function startServers(): Promise<Server[]> {
  const { url: TARGET } = await startUpstream();
  const portal = {
    KRATOS_PUBLIC_URL: TARGET,
    COOKIE_SECRET: 'a secret of thirty-two characters or more',
    RATE_LIMIT: 'off',
  };
  const servers = [
    await start({
      name: 'portal',
      command: node,
      args: () => [...nodeFlags, path.join(import.meta.dirname, '../dist/server/main.mjs')],
      environment: portal,
    }),
    await start({
      name: 'http-proxy-middleware',
      command: node,
      args: script('bareProxy.ts'),
      environment: { TARGET },
    }),
    await start({
      name: '@fastify/http-proxy',
      command: node,
      args: script('fastifyProxy.ts'),
      environment: { TARGET },
    }),
  ];
  if (!hasNginx) return servers;
  const upstreamPort = Number(new URL(TARGET).port);
  const args = nginxArguments('proxy', (folder, port) => nginxProxy(folder, port, upstreamPort));
  return [...servers, await start({ name: 'nginx', command: nginx, args })];
}

try {
  const servers = await startServers();
  console.log(`\nThe gateway, ${rounds} rounds of ${seconds} s for each, in turn; medians`);
  for (const { name: size, path: call } of sizes)
    for (const connections of connectionCounts) {
      const measured = await costs(servers, { path: call, connections, seconds, rounds });
      console.log(`\n${size}, ${connections} connections`);
      for (const [name, { rate, cpu }] of measured)
        console.log(`  ${name}: ${rate.toFixed(0)} requests/s, ${cpu.toFixed(0)} µs of processor time each`);
      const portal = measured.get('portal');
      for (const [name, { rate, cpu }] of measured) {
        if (!portal || name === 'portal') continue;
        const goal = goals[name as keyof typeof goals] as number | undefined;
        const ratio = portal.rate / rate;
        if (goal === undefined) console.log(`  portal ÷ ${name}: ${ratio.toFixed(2)}×`);
        else report(`portal ÷ ${name}`, ratio, goal);
        console.log(`  by processor time: ${(cpu / portal.cpu).toFixed(2)}×`);
      }
    }
} finally {
  for (const child of children) await endProcess(child);
  await rm(directory, { recursive: true, force: true });
}
