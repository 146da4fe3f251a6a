/**
 * Measures a page's cost: the processor time of a first visit to a sign-in page with a flow, of the portal and of Express with
 * the flow's fetch alone, in turn in one run. BENCH_OTHER names another build's `dist/server/main.mjs` to compare with,
 * BENCH_REFERENCE_UI a built checkout of Ory's reference UI.
 */
import { compare, processes, startProcesses, usualLoad } from './measure.ts';
import { report } from './report.ts';
import { startPortals, startProgram, startReferenceUi, stopServers } from './servers.ts';

/** Goals relative to the reference UI: processor time, and pages per second. */
const referenceGoals = { cpu: 0.4, rate: 2.5 };
/** The same, as a multiple of Express with the flow's fetch alone, which takes a tenth of the reference UI's. */
const goal = 4.2;
/** The name of Express with the flow's fetch alone. */
const floor = 'Express and the fetch';

/** A first visit, after Kratos has set its cookie. */
const load = {
  ...usualLoad,
  path: '/login?flow=3ff9a25a-5109-4bbf-a40c-80d1d7921d9b',
  headers: {
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
    'accept-encoding': 'gzip, deflate, br, zstd',
    'accept-language': 'en-GB,en;q=0.9,de;q=0.8',
    cookie: `csrf_token_${'a'.repeat(64)}=${'b'.repeat(86)}==`,
    'sec-fetch-dest': 'document',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-site': 'none',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  },
};

try {
  const { url: upstream } = await startProgram('upstream', 'upstream');
  const { BENCH_REFERENCE_UI: reference } = process.env;
  const servers = await startProcesses(async () => [
    await startProgram(floor, 'barePage', upstream),
    ...(await startPortals(upstream)),
    ...(reference === undefined ? [] : [await startReferenceUi(reference, upstream)]),
  ]);
  console.log(
    `\nA sign-in page, ${processes} processes of each, ${load.rounds} rounds of ${load.requests}, in turn; medians\n`,
  );
  const ratio = await compare(servers, load, (of) => of('cpu', 'portal', floor) <= goal);
  if (reference !== undefined) {
    const { cpu, rate } = referenceGoals;
    report('portal ÷ reference UI, processor time', ratio('cpu', 'portal', 'reference UI'), { most: cpu });
    report('portal ÷ reference UI, pages/s', ratio('rate', 'portal', 'reference UI'), { least: rate });
  }
  report(`portal ÷ ${floor}, processor time`, ratio('cpu', 'portal', floor), { most: goal });
} finally {
  await stopServers();
}
