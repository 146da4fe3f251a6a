import autocannon from 'autocannon';
import { cpuTime } from './cpuTime.ts';
import type { Server } from './servers.ts';

/** How many processes of each server are compared: those of one build differ by a tenth. */
export const processes = 3;

/** Starts that many processes of each server. @param start starts one of each */
export async function startProcesses(start: () => Promise<Server[]>): Promise<Server[]> {
  const servers: Server[] = [];
  for (let started = 0; started < processes; started += 1) servers.push(...(await start()));
  return servers;
}

/** The load, and how often it is repeated. */
export interface Load {
  path: string;
  headers?: Record<string, string>;
  connections: number;
  /** How many requests each turn has: a number rather than a time, so that all code is warm on a busy machine too. */
  requests: number;
  rounds: number;
}

/** The load of a comparison of processor times. */
export const usualLoad = {
  connections: 20,
  requests: Number(process.env.BENCH_REQUESTS ?? 3000),
  rounds: Number(process.env.BENCH_ROUNDS ?? 3),
};

/** One turn: requests per second, and the processor time of each in microseconds. */
interface Turn {
  rate: number;
  cpu: number;
}

/** Returns the median of the ratios of turns of two servers, each of the same round. */
export type Ratio = (what: keyof Turn, name: string, other: string) => number;

/** How long a request may take, in seconds: on a busy machine the first ones wait. */
const timeout = 60;
/** How often autocannon looks whether a turn is over, in milliseconds: it would round short turns up to a second. */
const sampleInt = 10;
/** How many turns a warm-up has. */
const warmUp = 4;

/** Returns the upper one of two medians; NaN if there are no values. */
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Sends a turn's requests. @throws Error if one fails or is not answered with 2xx */
async function takeTurn({ name, url, pid }: Server, load: Load): Promise<Turn> {
  const { path, headers, connections } = load;
  // autocannon wants one for each connection
  const amount = Math.max(load.requests, connections);
  const before = cpuTime(pid);
  const result = await autocannon({ url: url + path, headers, connections, amount, timeout, sampleInt });
  const { non2xx, errors, timeouts, statusCodeStats, requests, duration } = result;
  if (non2xx + errors + timeouts > 0)
    throw new Error(
      `${name}: requests failed: ${errors} errors, ${timeouts} timeouts, ${JSON.stringify(statusCodeStats)}`,
    );
  return { rate: requests.total / duration, cpu: (cpuTime(pid) - before) / requests.total };
}

/** Measures servers in turn, round by round. @returns the turns of all servers of a name; those of a warm-up are not counted */
async function takeTurns(servers: readonly Server[], load: Load): Promise<Map<string, Turn[]>> {
  const turns = new Map<string, Turn[]>(servers.map(({ name }) => [name, []]));
  for (const server of servers) await takeTurn(server, { ...load, requests: load.requests * warmUp });
  for (let round = 0; round < load.rounds; round += 1)
    // so that changes in the machine's speed affect all of them alike
    for (const server of round % 2 === 0 ? servers : servers.toReversed())
      turns.get(server.name)?.push(await takeTurn(server, load));
  return turns;
}

/**
 * Measures servers in turn, and prints the medians of each. Measures again, once, if the first run misses a target: on a busy
 * machine one run may.
 *
 * @returns the ratios
 */
export async function compare(
  servers: readonly Server[],
  load: Load,
  isMet: (ratio: Ratio) => boolean,
): Promise<Ratio> {
  let turns = new Map<string, Turn[]>();
  const valuesOf = (what: keyof Turn, name: string): number[] =>
    turns.get(name)?.map((turn) => turn[what]) ?? [];
  const ratio: Ratio = (what, name, other) => {
    const others = valuesOf(what, other);
    return median(valuesOf(what, name).map((value, round) => value / (others[round] ?? Number.NaN)));
  };
  turns = await takeTurns(servers, load);
  if (!isMet(ratio)) turns = await takeTurns(servers, load);
  for (const name of turns.keys()) {
    const [rate, cpu] = [median(valuesOf('rate', name)), median(valuesOf('cpu', name))];
    console.log(`  ${name}: ${cpu.toFixed(0)} µs of processor time, ${rate.toFixed(0)} a second`);
  }
  if (turns.has('other build'))
    console.log(
      `  portal ÷ other build, processor time: ${ratio('cpu', 'portal', 'other build').toFixed(2)}`,
    );
  return ratio;
}
