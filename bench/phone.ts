/**
 * Measures the sign-in page on an emulated phone, with a processor four times slower and slow 4G: largest paint, the first
 * tap and key, layout shifts and the longest task. BENCH_OTHER names another build's `dist/server/main.mjs` to compare with.
 */
import { pageHeaders, signInPage, startBuiltPortal, startFlowUpstream } from './benchServers.ts';
import { median } from './median.ts';
import { startPhone, type Load } from './phoneBrowser.ts';
import { reportAtMost } from './report.ts';
import { stopServers } from './startServer.ts';

const targets: Record<keyof Load, [what: string, most: number]> = {
  largestPaint: ['largest paint, ms', 900],
  interaction: ['slower of a tap and a key, ms', 50],
  shifts: ['layout shifts, thousandths', 0],
  longestTask: ['longest task, ms', 50],
};

/** Counted loads; one more before them fills V8's and the portal's caches. */
const loads = 9;

const { url: upstream } = await startFlowUpstream();
const phone = await startPhone();
try {
  const other = process.env.BENCH_OTHER;
  const portals = [
    await startBuiltPortal(upstream),
    ...(other === undefined ? [] : [await startBuiltPortal(upstream, { build: other })]),
  ];
  const measured = new Map<string, Load[]>(portals.map(({ name }) => [name, []]));
  for (let load = 0; load <= loads; load += 1)
    for (const { name, url } of load % 2 === 0 ? portals : portals.toReversed()) {
      const figures = await phone.load(url + signInPage, pageHeaders.cookie);
      if (load > 0) measured.get(name)?.push(figures);
    }
  for (const [name, figures] of measured) {
    console.log(
      `\nA sign-in page on a phone, ${name}, medians of ${loads} loads, each with an empty cache\n`,
    );
    for (const [key, [what, most]] of Object.entries(targets))
      reportAtMost(what, median(figures.map((figure) => figure[key as keyof Load])), most);
  }
} finally {
  await phone.stop();
  await stopServers();
}
