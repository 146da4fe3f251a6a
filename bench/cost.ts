import autocannon from 'autocannon';
import { cpuTime } from './cpuTime.ts';

/** A server to measure. */
export interface Server {
  name: string;
  url: string;
  pid: number;
}

/** A server's requests per second, and its CPU time for each, in microseconds. */
export interface Cost {
  rate: number;
  cpu: number;
}

export interface CostOptions {
  path: string;
  connections: number;
  /** How long each measurement takes, in seconds. */
  seconds: number;
  rounds: number;
}

async function once({ name, url, pid }: Server, options: CostOptions): Promise<Cost> {
  const before = cpuTime(pid);
  const { connections, seconds } = options;
  const result = await autocannon({ url: url + options.path, connections, duration: seconds });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${name}: ${failed} of ${result.requests.total} requests failed`);
  return { rate: result.requests.average, cpu: (cpuTime(pid) - before) / result.requests.total };
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/**
 * Measures servers in turn, round by round, so that changes in the machine's speed affect all of them alike.
 *
 * @returns the median of each server's rounds, by name; a warm-up round is not counted
 */
export async function costs(servers: Server[], options: CostOptions): Promise<Map<string, Cost>> {
  const measured = new Map<string, Cost[]>(servers.map(({ name }) => [name, []]));
  for (let round = 0; round <= options.rounds; round += 1)
    for (const server of servers) {
      const cost = await once(server, options);
      if (round > 0) measured.get(server.name)?.push(cost);
    }
  return new Map(
    [...measured].map(([name, list]) => [
      name,
      { rate: median(list.map(({ rate }) => rate)), cpu: median(list.map(({ cpu }) => cpu)) },
    ]),
  );
}
