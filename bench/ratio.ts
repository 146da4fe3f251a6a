/**
 * Measures built portals against a fixed reference, in turns: the processor time of a gateway call beside a bare
 * http-proxy-middleware's, or of a sign-in page beside Express with the flow's fetch alone.
 *
 *     node scripts/run.mjs bench/ratio.ts call dist/server/main.mjs
 *
 * With BENCH_MOST it ends with an error if a build's ratio is above that, as `git bisect run` needs it.
 */
import path from 'node:path';
import {
  pageHeaders,
  signInPage,
  startBarePage,
  startBareProxy,
  startBuiltPortal,
  startFlowUpstream,
  startSizedUpstream,
} from './benchServers.ts';
import { measure, targetOf, type Target } from './measure.ts';
import { stopServers } from './startServer.ts';

/** The requests that can be measured, each with its upstream and its reference. */
const kinds = {
  call: {
    path: '/sessions/whoami',
    headers: {},
    startUpstream: () => startSizedUpstream({ '/sessions/whoami': 1024 }),
    startReference: startBareProxy,
  },
  page: {
    path: signInPage,
    headers: pageHeaders,
    startUpstream: startFlowUpstream,
    startReference: startBarePage,
  },
};

const [name, ...builds] = process.argv.slice(2);
if ((name !== 'call' && name !== 'page') || builds.length === 0)
  throw new Error('usage: bench/ratio.ts call|page <dist/server/main.mjs>…');
const kind = kinds[name];
const most = Number(process.env.BENCH_MOST ?? Infinity);
const load = {
  connections: Number(process.env.BENCH_CONNECTIONS ?? 20),
  requests: Number(process.env.BENCH_REQUESTS ?? 1500),
  rounds: Number(process.env.BENCH_ROUNDS ?? 15),
};

try {
  const upstream = await kind.startUpstream();
  const reference = targetOf(await kind.startReference(upstream.url), kind.path, kind.headers);
  const portals: Target[] = [];
  for (const build of builds)
    portals.push({
      ...targetOf(
        await startBuiltPortal(upstream.url, { build: path.resolve(build) }),
        kind.path,
        kind.headers,
      ),
      name: path.relative('.', build),
    });
  const measured = await measure([reference, ...portals], load);
  for (const portal of portals) {
    const ratio = measured.ratio('cpu', portal.name, reference.name);
    console.log(`${ratio.toFixed(3)}  ${portal.name}`);
    if (ratio > most) process.exitCode = 1;
  }
} finally {
  await stopServers();
}
