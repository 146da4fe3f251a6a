import autocannon from 'autocannon';

/** A target to measure: requests to one URL. */
export interface Target {
  name: string;
  url: string;
  headers?: Record<string, string>;
  method?: 'GET' | 'POST';
  body?: string | Buffer;
}

export interface LoadOptions {
  /** How many concurrent connections. */
  connections: number;
  /** How long each measurement takes, in seconds. */
  seconds: number;
  /** How many rounds. */
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
 * Measures targets in turn, round by round, so that changes in the machine's speed affect all of them alike.
 *
 * @returns each target's requests per second by name: the median of its rounds; a warm-up round is not counted
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
 * @param what the comparison, in words
 * @param ratio the measured ratio
 * @param target the minimum that the design requires
 */
export function report(what: string, ratio: number, target: number): void {
  const verdict = ratio >= target ? 'met' : 'MISSED';
  console.log(`  ${what}: ${ratio.toFixed(2)}× (target ≥ ${target.toFixed(2)}×, ${verdict})`);
}
