import autocannon from 'autocannon';

/** One thing to measure: requests to one URL. */
export interface Target {
  name: string;
  url: string;
  headers?: Record<string, string>;
  method?: 'GET' | 'POST';
  body?: string | Buffer;
}

export interface LoadOptions {
  /** How many connections ask at once. */
  connections: number;
  /** How long each measurement takes, in seconds. */
  seconds: number;
  /** How often the targets take their turn. */
  rounds: number;
}

async function requestsPerSecond(target: Target, { connections, seconds }: LoadOptions): Promise<number> {
  const { url, headers, method = 'GET', body } = target;
  const result = await autocannon({ url, headers, method, body, connections, duration: seconds });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${target.name}: ${failed} of ${result.requests.total} requests failed`);
  return result.requests.average;
}

const median = (values: number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

/**
 * Measures targets in turn, round by round, so that a machine that speeds up or slows down does so for all of them.
 *
 * @returns each target's requests per second by name: the median of its rounds, after one that is not counted
 * @throws Error if a request fails or is not answered with 2xx
 */
export async function measure(targets: Target[], options: LoadOptions): Promise<Record<string, number>> {
  const rates = new Map<string, number[]>(targets.map(({ name }) => [name, []]));
  for (const target of targets) await requestsPerSecond(target, { ...options, seconds: 2 });
  for (let round = 0; round < options.rounds; round++)
    for (const target of targets) rates.get(target.name)?.push(await requestsPerSecond(target, options));
  return Object.fromEntries([...rates].map(([name, values]) => [name, median(values)]));
}

/**
 * Prints one ratio beside its target.
 *
 * @param what what is compared with what
 * @param ratio the ratio measured
 * @param target the least that the design asks for
 */
export function report(what: string, ratio: number, target: number): void {
  const verdict = ratio >= target ? 'met' : 'MISSED';
  console.log(`  ${what}: ${ratio.toFixed(2)}× (target ≥ ${target.toFixed(2)}×, ${verdict})`);
}
