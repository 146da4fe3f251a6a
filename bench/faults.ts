/**
 * Makes visitors sign in, change their profile and log out while the link to Kratos (through toxiproxy), Kratos, Redis or the
 * portal fails, one after the other, for BENCH_SECONDS each. Prints what they saw, and how long it took after the
 * fault's end, or after a killed program's restart, until nothing failed any more.
 * Ends with an error if a change that was answered with success was lost, a fault caused an error that it should not, or
 * the portal did not recover.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../provider/local/freePort.ts';
import { onPath } from '../provider/local/onPath.ts';
import { startPortal } from '../test/support/portal.ts';
import { startRedis } from '../test/support/redis.ts';
import { startStack } from '../test/support/worker/stack.ts';
import { stopServers } from './startServer.ts';
import type { Step } from './visits/browser.ts';
import { keptPosts } from './visits/keptPosts.ts';
import { describeRun, hashes, portalSettings, startDatabase } from './visits/parts.ts';
import { createAccounts, runVisitors } from './visits/runVisitors.ts';
import { startFaultyLinks, type Toxic } from './visits/toxiproxy.ts';
import { pidsOf } from './visits/usage.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const amount = Number(process.env.BENCH_VISITORS ?? 6);
/** How long visitors are watched before and after a fault, in seconds; the end of it has to be without failures. */
const [before, after, calm] = [2, 10, 3];

const database = await startDatabase();
const redis = onPath('redis-server') === undefined ? undefined : await startRedis();
const kratosPorts = { public: await freePort(), admin: await freePort() };
const links = await startFaultyLinks();
const settings = {
  ...portalSettings,
  RATE_LIMIT: 'on',
  KRATOS_PUBLIC_URL: await links.to(kratosPorts.public),
  KRATOS_ADMIN_URL: await links.to(kratosPorts.admin),
  ...(redis && { REDIS_URL: redis.url }),
};
const stack = await startStack({
  kratosPorts,
  kratos: { LOG_LEVEL: 'error', ...hashes.variables, ...database.variables },
  portal: settings,
});
let { portal } = stack;

/** A fault: how it begins and ends, and what visitors may see of it besides the right pages. */
interface Fault {
  name: string;
  begin: () => unknown;
  end: () => unknown;
  /** Outcomes of steps. */
  shows: RegExp;
}

const unseen = /^$/;
const linkFault = (name: string, toxic: Toxic, shows: RegExp): Fault => ({
  name: `link: ${name}`,
  begin: () => links.poison(toxic),
  end: links.heal,
  shows,
});
const killAll = (pids: number[]): void => {
  for (const pid of pids) process.kill(pid, 'SIGKILL');
};

const faults: Fault[] = [
  linkFault('latency', { type: 'latency', attributes: { latency: 200 } }, unseen),
  linkFault('slow', { type: 'bandwidth', attributes: { rate: 12 } }, unseen),
  // its end closes the connections
  linkFault('silent', { type: 'timeout', attributes: { timeout: 0 } }, /^502$/),
  linkFault('reset', { type: 'reset_peer', attributes: { timeout: 0 } }, /^50[23]$/),
  linkFault('cut', { type: 'limit_data', attributes: { bytes: 500 } }, /^50[23]$/),
  {
    name: 'Kratos killed, started again',
    begin: () => killAll(pidsOf('kratos')),
    end: () => stack.kratos.restart(),
    shows: /^50[23]$/,
  },
  ...(redis
    ? [{ name: 'Redis killed, started again', begin: redis.kill, end: redis.restart, shows: unseen }]
    : []),
  {
    name: 'portal killed, started again',
    begin: () => killAll([portal.pid]),
    end: async () => {
      portal = await startPortal({
        ...settings,
        KRATOS_HOOKS_KEY: stack.kratos.hooksKey,
        PORT: new URL(stack.url).port,
        PORTAL_URL: stack.url,
      });
    },
    // no answer, or half of one
    shows: /^(?:ECONNREFUSED|ECONNRESET|UND_ERR_SOCKET)$/,
  },
];

/** Runs visitors through a fault. @returns the table's row */
async function suffer(fault: Fault): Promise<Record<string, string | number>> {
  const posts = keptPosts(stack.kratos.adminUrl);
  const seen = new Map<string, number>();
  const unexpected = new Set<string>();
  const stop = new AbortController();
  let lastFailure = 0;
  let slowest = 0;
  const onStep = ({ name, milliseconds, outcome, isExpected }: Step): void => {
    slowest = Math.max(slowest, Math.round(milliseconds));
    seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
    if (isExpected) return;
    lastFailure = performance.now();
    if (!fault.shows.test(outcome)) unexpected.add(`${name}: ${outcome}`);
  };
  const accounts = await createAccounts(stack.kratos.adminUrl, amount);
  const { visit } = posts;
  const visiting = runVisitors({ url: stack.url, accounts, visit, onStep, signal: stop.signal });
  // awaited below, after the fault is repaired
  visiting.catch(() => undefined);
  const [repaired, ended] = await strike(fault);
  stop.abort();
  await visiting;
  const lost = await posts.lost();
  const isWell = lastFailure < ended - calm * 1000;
  if (lost > 0 || unexpected.size > 0 || posts.saved === 0 || !isWell) process.exitCode = 1;
  return {
    'what visitors saw': Array.from(seen, ([outcome, count]) => `${outcome}: ${count}`).join(', '),
    'slowest, ms': slowest,
    'changes saved': posts.saved,
    lost,
    'well after, ms': isWell ? Math.max(0, Math.round(lastFailure - repaired)) : 'NOT WELL',
    unexpected: Array.from(unexpected).join(', '),
  };
}

/** @returns when the repair, or a start, began, and when the watch after it ended */
async function strike({ begin, end }: Fault): Promise<readonly [number, number]> {
  await pause(before * 1000);
  await begin();
  await pause(seconds * 1000);
  const repaired = performance.now();
  await end();
  await pause(after * 1000);
  return [repaired, performance.now()];
}

try {
  console.log(`\n${await describeRun(stack.kratos.adminUrl, database)}`);
  console.log(`${amount} visitors at once, ${seconds} s of each fault`);
  if (!redis) console.log('redis-server is not installed: one fault is left out.');
  const rows: Record<string, Record<string, string | number>> = {};
  for (const fault of faults) rows[fault.name] = await suffer(fault);
  console.table(rows);
} finally {
  await portal.stop();
  await stack.stop();
  await stopServers();
  await redis?.kill();
  await database.stop();
}
