import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../provider/local/freePort.ts';
import { residentBytesOf } from '../../test/support/residentBytesOf.ts';
import { report } from '../report.ts';
import { runVisitors } from './runVisitors.ts';
import { filesOf, startVisited } from './stack.ts';
import { Tally } from './tally.ts';
import { visits } from './visits.ts';

/** The last third's mean ÷ the second one's. */
const growth = { most: 1.1 };

/**
 * Loads the portal with all kinds of visits, and samples its resident memory, open files and event loop each second. Fails if
 * memory or files of the last third are more than a tenth above those of the second one, or on an unexpected answer.
 *
 * @param amount visitors at once of each kind of visit
 */
export async function soak(amount: number, seconds: number): Promise<void> {
  const metrics = `http://127.0.0.1:${await freePort()}/metrics`;
  const stack = await startVisited({ METRICS_PORT: new URL(metrics).port });
  const { url, mailbox, application, kratos } = stack;
  const { pid } = stack.portal;
  const tally = new Tally();
  const signal = AbortSignal.timeout(seconds * 1000);
  const samples: number[][] = [];
  try {
    console.log(`${amount} visitors at once of each kind, ${seconds} s`);
    const visiting = visits(mailbox, application).map((visit) =>
      runVisitors({
        url,
        adminUrl: kratos.adminUrl,
        amount,
        visit,
        onStep: tally.add,
        onVisit: () => (tally.visits += 1),
        signal,
      }),
    );
    const all = Promise.all(visiting);
    while (!signal.aborted) {
      await Promise.race([pause(1000), all]);
      const lag = /^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(await (await fetch(metrics)).text())?.[1];
      samples.push([residentBytesOf(pid) / 1e6, filesOf(pid), Number(lag) * 1000]);
    }
    await all;
  } finally {
    await stack.stop();
  }
  const size = Math.floor(samples.length / 3);
  const thirds = [0, 1, 2].map((third) => {
    const part = samples.slice(third * size, (third + 1) * size);
    const mean = (at: number): number =>
      Math.round((part.reduce((sum, sample) => sum + (sample[at] ?? 0), 0) / size) * 10) / 10;
    return { 'memory, MB': mean(0), files: mean(1), 'event loop, ms': mean(2) };
  });
  console.table(thirds);
  console.log(`  ${tally.visits} visits`);
  const [, second, last] = thirds;
  for (const what of ['memory, MB', 'files'] as const)
    report(`${what}, last third ÷ second`, (last?.[what] ?? NaN) / (second?.[what] ?? NaN), growth);
  report('unexpected answers', tally.failures, { most: 0 });
  if (tally.failures > 0) console.table(tally.errors);
}
