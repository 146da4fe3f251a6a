import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../provider/local/freePort.ts';
import { onPath } from '../../provider/local/onPath.ts';
import type { TestIdentity } from '../../test/support/identities.ts';
import { startPortal } from '../../test/support/portal.ts';
import { startRedis } from '../../test/support/redis.ts';
import { stopServers } from '../servers.ts';
import type { Step } from './browser.ts';
import { runVisitors } from './runVisitors.ts';
import { pidsOf, startVisited, type VisitedStack } from './stack.ts';
import { startFaultyLinks, type Toxic } from './toxiproxy.ts';
import { profileChange } from './visits.ts';

/** How long visitors are watched before and after a fault, in seconds; the end of it has to be without failures. */
const [before, after, calm] = [2, 10, 3];

/** A fault: how it begins and ends, and what visitors may see of it besides the right pages. */
interface Fault {
  name: string;
  begin: () => unknown;
  end: () => unknown;
  /** Outcomes of steps. */
  shows: RegExp;
}

const unseen = /^$/;
const killAll = (pids: number[]): void => {
  for (const pid of pids) process.kill(pid, 'SIGKILL');
};

/** Reads the first name that Kratos has stored; waits while it is down. */
async function storedName(adminUrl: string, { id }: TestIdentity): Promise<string> {
  for (;;) {
    const answer = await fetch(`${adminUrl}/admin/identities/${id}`).catch(() => undefined);
    if (answer?.ok) {
      const { traits } = (await answer.json()) as { traits: { name?: { first?: string } } };
      return traits.name?.first ?? '';
    }
    await pause(100);
  }
}

/** Runs visitors who change their profile through a fault. @returns the table's row */
async function suffer({ url, kratos }: VisitedStack, fault: Fault, amount: number, seconds: number) {
  /** The names that each account may have: the last one that was saved, and those sent after it. */
  const possible = new Map<TestIdentity, string[]>();
  const isLost = async (account: TestIdentity): Promise<boolean> =>
    !possible.get(account)?.includes(await storedName(kratos.adminUrl, account));
  let [sent, saved, lost] = [0, 0, 0];
  const visit = profileChange(
    () => `Ada ${(sent += 1)}`,
    (account, name) => possible.set(account, [...(possible.get(account) ?? ['']), name]),
    async (account, name) => {
      possible.set(account, [name]);
      saved += 1;
      if (await isLost(account)) lost += 1;
    },
  );
  const seen: Record<string, number> = {};
  const unexpected = new Set<string>();
  const stop = new AbortController();
  let lastFailure = 0;
  let slowest = 0;
  const onStep = ({ name, milliseconds, outcome, isExpected }: Step): void => {
    slowest = Math.max(slowest, Math.round(milliseconds));
    seen[outcome] = (seen[outcome] ?? 0) + 1;
    if (isExpected) return;
    lastFailure = performance.now();
    if (!fault.shows.test(outcome)) unexpected.add(`${name}: ${outcome}`);
  };
  const { adminUrl } = kratos;
  const visiting = runVisitors({ url, adminUrl, amount, visit, onStep, signal: stop.signal });
  // awaited below, after the fault is repaired
  visiting.catch(() => undefined);
  await pause(before * 1000);
  await fault.begin();
  await pause(seconds * 1000);
  const repaired = performance.now();
  await fault.end();
  await pause(after * 1000);
  const isWell = lastFailure < performance.now() - calm * 1000;
  stop.abort();
  await visiting;
  for (const account of possible.keys()) if (await isLost(account)) lost += 1;
  if (lost > 0 || unexpected.size > 0 || saved === 0 || !isWell) process.exitCode = 1;
  return {
    'what visitors saw': Object.entries(seen)
      .map((outcome) => outcome.join(': '))
      .join(', '),
    'slowest, ms': slowest,
    'changes saved': saved,
    lost,
    'well after, ms': isWell ? Math.max(0, Math.round(lastFailure - repaired)) : 'NOT WELL',
    unexpected: Array.from(unexpected).join(', '),
  };
}

/**
 * Makes visitors sign in, change their profile and log out while the link to Kratos (through toxiproxy), Kratos, Redis or the
 * portal fails, one after the other. Prints what they saw, and how long it took after the fault's end, or after a killed
 * program's restart, until nothing failed any more. Fails if a change that was answered with success was lost, a fault caused
 * an error that it should not, or the portal did not recover.
 *
 * @param seconds how long each fault lasts
 */
export async function sufferFaults(amount: number, seconds: number): Promise<void> {
  const redis = onPath('redis-server') === undefined ? undefined : await startRedis();
  const kratosPorts = { public: await freePort(), admin: await freePort() };
  const links = await startFaultyLinks();
  const settings = {
    RATE_LIMIT: 'on',
    KRATOS_PUBLIC_URL: await links.to(kratosPorts.public),
    KRATOS_ADMIN_URL: await links.to(kratosPorts.admin),
    ...(redis && { REDIS_URL: redis.url }),
  };
  const stack = await startVisited(settings, kratosPorts);
  let { portal } = stack;
  const linkFault = (name: string, toxic: Toxic, shows: RegExp): Fault => ({
    name: `link: ${name}`,
    begin: () => links.poison(toxic),
    end: links.heal,
    shows,
  });
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
        portal = await startPortal(stack.settings);
      },
      // no answer, or half of one
      shows: /^(?:ECONNREFUSED|ECONNRESET|UND_ERR_SOCKET)$/,
    },
  ];
  try {
    console.log(`${amount} visitors at once, ${seconds} s of each fault`);
    if (!redis) console.log('redis-server is not installed: one fault is left out.');
    const rows: Record<string, object> = {};
    for (const fault of faults) rows[fault.name] = await suffer(stack, fault, amount, seconds);
    console.table(rows);
  } finally {
    await portal.stop();
    await stack.stop();
    await stopServers();
    await redis?.kill();
  }
}
