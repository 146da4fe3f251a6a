/** Measures the portal's resident memory: idle, and after many sign-in pages, which must not make it grow for ever. */
import autocannon from 'autocannon';
import { residentBytesOf } from '../test/support/residentBytesOf.ts';
import { signInPage, startBuiltPortal, startFlowUpstream } from './benchServers.ts';
import { reportAtMost } from './report.ts';
import { stopServers } from './startServer.ts';

/** In MB; `growth` is a ratio of the last pages to the first. */
const targets = { idle: 70, loaded: 110, growth: 1.1 };
const pages = Number(process.env.BENCH_PAGES ?? 100_000);

const residentMegabytes = (pid: number): number => residentBytesOf(pid) / 1_000_000;

try {
  const { url: upstream } = await startFlowUpstream();
  const portal = await startBuiltPortal(upstream);
  const visit = async (amount: number): Promise<number> => {
    await autocannon({
      url: portal.url + signInPage,
      headers: { accept: 'text/html' },
      connections: 20,
      amount,
    });
    return residentMegabytes(portal.pid);
  };
  console.log(`\nResident memory in MB: idle, and after ${pages} sign-in pages in 20 connections\n`);
  reportAtMost('idle', residentMegabytes(portal.pid), targets.idle);
  const loaded = await visit(pages);
  reportAtMost('after the pages', loaded, targets.loaded);
  reportAtMost('after as many again ÷ before', (await visit(pages)) / loaded, targets.growth);
} finally {
  await stopServers();
}
