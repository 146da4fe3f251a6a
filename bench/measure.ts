import autocannon from 'autocannon';
import { cpuTime } from './cpuTime.ts';
import { median } from './median.ts';
import type { Server } from './startServer.ts';

/** How many processes of each server are compared: those of one build differ by a tenth. */
export const processes = 3;

/** Starts that many processes of each server. @param start starts one of each */
export async function startProcesses(start: () => Promise<Server[]>): Promise<Server[]> {
  const servers: Server[] = [];
  for (let started = 0; started < processes; started += 1) servers.push(...(await start()));
  return servers;
}

/** Returns the names of servers, each once. */
export const namesOf = (servers: readonly Server[]): string[] => [
  ...new Set(servers.map(({ name }) => name)),
];

/** A URL to measure, and the process that answers it. */
export interface Target {
  /** The same for all processes of one server. */
  name: string;
  url: string;
  headers?: Record<string, string>;
  /** Without it, only the rate is measured. */
  pid?: number;
}

/** Returns the target that is a path of a server. */
export const targetOf = (
  { name, url, pid }: Server,
  path: string,
  headers: Record<string, string> = {},
): Target => ({
  name,
  url: url + path,
  headers,
  pid,
});

/** One turn: requests per second, and the CPU time of each in microseconds. */
interface Turn {
  rate: number;
  cpu: number;
}

/** The load, and how often it is repeated. */
export interface Load {
  connections: number;
  /** How many requests each turn has: a number rather than a time, so that all code is warm on a busy machine too. */
  requests: number;
  rounds: number;
}

/** The load of a comparison of processor times. */
export const usualLoad: Load = {
  connections: 20,
  requests: Number(process.env.BENCH_REQUESTS ?? 3000),
  rounds: Number(process.env.BENCH_ROUNDS ?? 3),
};

/** The turns of one run. */
export interface Measured {
  /** Returns the medians of the turns of all targets of a name. */
  of: (name: string) => Turn;
  /** Returns the median of the ratios of turns of two names, each of the same round; both have as many targets. */
  ratio: (what: keyof Turn, name: string, other: string) => number;
}

/** How long a request may take, in seconds: on a busy machine the first ones wait. */
const timeout = 60;

/** How often autocannon looks whether a turn is over, in milliseconds: it would round short turns up to a second. */
const sampleInt = 10;

/** Sends a turn's requests. @throws Error that counts the failures by their codes and statuses */
async function sendRequests({ name, url, headers }: Target, load: Load): Promise<autocannon.Result> {
  const { connections, requests } = load;
  const failures: Record<string, number> = {};
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const options = { url, headers, connections, amount: requests, timeout, sampleInt };
    autocannon(options, (error: Error | null, sent) => {
      if (error) reject(error);
      else resolve(sent);
    }).on('reqError', ({ code = 'timeout' }: NodeJS.ErrnoException) => {
      failures[code] = (failures[code] ?? 0) + 1;
    });
  });
  if (result.non2xx + result.errors + result.timeouts > 0) {
    const statuses = JSON.stringify(result.statusCodeStats);
    throw new Error(`${name}: requests failed: ${JSON.stringify(failures)}, statuses: ${statuses}`);
  }
  return result;
}

async function takeTurn(target: Target, load: Load): Promise<Turn> {
  const { pid } = target;
  const before = pid === undefined ? Number.NaN : cpuTime(pid);
  const result = await sendRequests(target, load);
  const cpu = pid === undefined ? Number.NaN : (cpuTime(pid) - before) / result.requests.total;
  return { rate: result.requests.total / result.duration, cpu };
}

/** How many turns a warm-up has. */
const warmUp = 4;

/**
 * Measures targets in turn, round by round, every other round in the opposite order, so that changes in the machine's
 * speed affect all of them alike.
 *
 * @returns the turns; those of a warm-up are not counted
 * @throws Error if a request fails or is not answered with 2xx
 */
export async function measure(targets: readonly Target[], load: Load): Promise<Measured> {
  const turns = new Map<string, Turn[]>(targets.map(({ name }) => [name, []]));
  for (const target of targets) await takeTurn(target, { ...load, requests: load.requests * warmUp });
  for (let round = 0; round < load.rounds; round += 1)
    for (const target of round % 2 === 0 ? targets : targets.toReversed())
      turns.get(target.name)?.push(await takeTurn(target, load));
  const valuesOf = (what: keyof Turn, name: string): number[] =>
    (turns.get(name) ?? []).map((turn) => turn[what]);
  return {
    of: (name) => ({ rate: median(valuesOf('rate', name)), cpu: median(valuesOf('cpu', name)) }),
    ratio: (what, name, other) => {
      const others = valuesOf(what, other);
      return median(valuesOf(what, name).map((value, round) => value / (others[round] ?? Number.NaN)));
    },
  };
}

/** Measures again, once, if the first run misses a target: on a busy machine one run may. */
export async function measureTwice(
  isMet: (measured: Measured) => boolean,
  targets: readonly Target[],
  load: Load,
): Promise<Measured> {
  const measured = await measure(targets, load);
  return isMet(measured) ? measured : measure(targets, load);
}
