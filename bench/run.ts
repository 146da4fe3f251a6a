/**
 * Measures the portal against the design's targets, side by side in one run: pages per second beside Kratos' own answers
 * for the same flow, the gateway beside Kratos and beside a bare proxy, and the sign-in page's HTML beside what its budget
 * allows; the build weighs the files.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../provider/local/freePort.ts';
import { startKratos } from '../provider/local/startKratos.ts';
import { budgets } from '../scripts/bundle/budget.ts';
import { fastHashes } from '../test/support/fastHashes.ts';
import { createIdentity } from '../test/support/identities.ts';
import { cookieJar, signIn } from '../test/support/kratosLogin.ts';
import { startPortal } from '../test/support/portal.ts';
import { startBareProxy } from './benchServers.ts';
import { measureTwice, type Measured } from './measure.ts';
import { reportAtLeast, reportAtMost } from './report.ts';
import { stopServers } from './startServer.ts';

const load = { connections: 10, requests: 4000, rounds: 5 };
const targets = { pages: 0.3, proxy: 0.9 };

const directory = await mkdtemp(path.join(tmpdir(), 'portal-bench-'));
const port = await freePort();
const portalUrl = `http://localhost:${port}`;
const kratos = await startKratos({
  directory,
  portalUrl,
  smtpUrl: 'smtp://127.0.0.1:1',
  environment: { ...fastHashes, LOG_LEVEL: 'error' },
});
const portal = await startPortal({
  PORT: String(port),
  PORTAL_URL: portalUrl,
  KRATOS_PUBLIC_URL: kratos.publicUrl,
  KRATOS_ADMIN_URL: kratos.adminUrl,
  KRATOS_HOOKS_KEY: kratos.hooksKey,
});
const bare = await startBareProxy(kratos.publicUrl);

try {
  const visitor = cookieJar();
  const started = await fetch(`${kratos.publicUrl}/self-service/login/browser`, {
    headers: { accept: 'application/json' },
  });
  visitor.keep(started);
  const { id } = (await started.json()) as { id: string };
  const member = await signIn(portalUrl, await createIdentity(kratos.adminUrl));
  const html = { accept: 'text/html', cookie: visitor.header() };
  const json = { accept: 'application/json', cookie: visitor.header() };
  const session = { accept: 'application/json', cookie: member.header() };

  console.log(
    `\n${load.rounds} rounds of ${load.requests}, ${load.connections} connections, in turn; medians\n`,
  );
  const calls = [
    { name: 'GET /login?flow=…, portal', url: `${portalUrl}/login?flow=${id}`, headers: html },
    {
      name: 'the same flow, Kratos',
      url: `${kratos.publicUrl}/self-service/login/flows?id=${id}`,
      headers: json,
    },
    { name: 'whoami, portal', url: `${portalUrl}/sessions/whoami`, headers: session },
    { name: 'whoami, bare proxy', url: `${bare.url}/sessions/whoami`, headers: session },
    { name: 'whoami, Kratos', url: `${kratos.publicUrl}/sessions/whoami`, headers: session },
  ];
  const pages = ({ ratio }: Measured): number =>
    ratio('rate', 'GET /login?flow=…, portal', 'the same flow, Kratos');
  const gateway = ({ ratio }: Measured): number => ratio('rate', 'whoami, portal', 'whoami, bare proxy');
  const measured = await measureTwice(
    (run) => pages(run) >= targets.pages && gateway(run) >= targets.proxy,
    calls,
    load,
  );
  for (const { name } of calls) console.log(`  ${name}: ${measured.of(name).rate.toFixed(0)} requests/s`);
  console.log('');
  reportAtLeast('sign-in pages ÷ Kratos', pages(measured), targets.pages);
  reportAtLeast('gateway ÷ bare http-proxy-middleware', gateway(measured), targets.proxy);
  const toKratos = measured.ratio('rate', 'whoami, portal', 'whoami, Kratos');
  console.log(`  gateway ÷ Kratos itself: ${toKratos.toFixed(2)}×`);

  const page = await fetch(`${portalUrl}/login`, { headers: { accept: 'text/html' }, redirect: 'error' });
  reportAtMost('sign-in page, bytes of HTML', (await page.arrayBuffer()).byteLength, budgets['sign-in'].html);
} finally {
  await stopServers();
  await portal.stop();
  await kratos.stop();
  await rm(directory, { recursive: true, force: true });
}

// each alone: `node scripts/run.mjs bench/gateway.ts`
await import('./pages.ts');
await import('./phone.ts');
await import('./memory.ts');
await import('./telemetry.ts');
await import('./gateway.ts');
