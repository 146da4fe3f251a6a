/**
 * Sends a number of requests, one after the other, and returns their statuses.
 *
 * @param ask sends the request with this index
 */
export async function statusesOf(
  count: number,
  ask: (index: number) => Promise<{ status: number }>,
): Promise<number[]> {
  const statuses = [];
  for (let index = 0; index < count; index += 1) statuses.push((await ask(index)).status);
  return statuses;
}

/** Returns the same status a number of times. */
export const times = (count: number, status: number): number[] => Array<number>(count).fill(status);
