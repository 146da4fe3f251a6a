/**
 * Measures a page's cost: the processor time of a first visit to a sign-in page with a flow, of the portal and of Express with
 * the flow's fetch alone, in turn in one run. BENCH_OTHER names another build's `dist/server/main.mjs` to compare with,
 * BENCH_REFERENCE_UI a built checkout of Ory's reference UI.
 */
import {
  pageHeaders,
  signInPage,
  startBarePage,
  startBuiltPortal,
  startFlowUpstream,
  startReferenceUi,
} from './benchServers.ts';
import { measureTwice, namesOf, processes, startProcesses, targetOf, usualLoad as load } from './measure.ts';
import { reportAtLeast, reportAtMost } from './report.ts';
import { stopServers } from './startServer.ts';

/** Goals relative to the reference UI: processor time, and pages per second. */
const referenceGoals = { cpu: 0.4, rate: 2.5 };
/** The same processor time, as a multiple of Express with the flow's fetch alone, which takes 0.09 to 0.1 of the reference UI's. */
const goal = 4.2;
/** The name of Express with the flow's fetch alone. */
const floor = 'Express and the fetch';

try {
  const { url: upstream } = await startFlowUpstream();
  const { BENCH_OTHER: other, BENCH_REFERENCE_UI: reference } = process.env;
  const servers = await startProcesses(async () => [
    await startBarePage(upstream),
    await startBuiltPortal(upstream),
    ...(other === undefined ? [] : [await startBuiltPortal(upstream, { build: other })]),
    ...(reference === undefined ? [] : [await startReferenceUi(reference, upstream)]),
  ]);
  console.log(
    `\nA sign-in page, ${processes} processes of each, ${load.rounds} rounds of ${load.requests}, in turn; medians\n`,
  );
  const measured = await measureTwice(
    ({ ratio }) => ratio('cpu', 'portal', floor) <= goal,
    servers.map((server) => targetOf(server, signInPage, pageHeaders)),
    load,
  );
  for (const name of namesOf(servers)) {
    const { rate, cpu } = measured.of(name);
    console.log(`  ${name}: ${cpu.toFixed(0)} µs of processor time, ${rate.toFixed(0)} pages/s`);
    if (name === 'other build')
      console.log(`  portal ÷ ${name}, processor time: ${measured.ratio('cpu', 'portal', name).toFixed(2)}×`);
  }
  if (reference !== undefined) {
    const ratio = (what: 'cpu' | 'rate'): number => measured.ratio(what, 'portal', 'reference UI');
    reportAtMost('portal ÷ reference UI, processor time', ratio('cpu'), referenceGoals.cpu);
    reportAtLeast('portal ÷ reference UI, pages/s', ratio('rate'), referenceGoals.rate);
  }
  reportAtMost(`portal ÷ ${floor}`, measured.ratio('cpu', 'portal', floor), goal);
} finally {
  await stopServers();
}
