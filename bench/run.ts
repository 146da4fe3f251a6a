/**
 * Measures the portal against the design's targets, side by side in one run: pages per second beside Kratos' own answers
 * for the same flow, the gateway beside Kratos and beside a bare proxy, and the sign-in page's weight beside its budget.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../provider/local/freePort.ts';
import { endProcess, endOnExit } from '../provider/local/processes.ts';
import { startKratos } from '../provider/local/startKratos.ts';
import { launchBrowser } from '../test/support/worker/browser.ts';
import { createIdentity } from '../test/support/identities.ts';
import { cookieJar, signIn } from '../test/support/kratosLogin.ts';
import { startPortal } from '../test/support/portal.ts';
import { measure, report } from './load.ts';
import { pageWeight } from './pageWeight.ts';

const load = { connections: 10, seconds: 4, rounds: 5 };
const targets = { pages: 0.3, proxy: 0.9 };
const budget = { requests: 6, redirects: 0, bytes: 150_000, scriptBytes: 85_000 };

async function startBareProxy(target: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'bareProxy.ts')], {
    env: { ...process.env, NODE_ENV: 'production', TARGET: target, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  endOnExit(child);
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => undefined))) await new Promise(setImmediate);
  return { url, stop: () => endProcess(child) };
}

const directory = await mkdtemp(path.join(tmpdir(), 'portal-bench-'));
const port = await freePort();
const portalUrl = `http://localhost:${port}`;
const kratos = await startKratos({
  directory,
  portalUrl,
  smtpUrl: 'smtp://127.0.0.1:1',
  environment: { HASHERS_ARGON2_MEMORY: '64KB', HASHERS_ARGON2_ITERATIONS: '1', LOG_LEVEL: 'error' },
});
const portal = await startPortal({
  PORT: String(port),
  PORTAL_URL: portalUrl,
  KRATOS_PUBLIC_URL: kratos.publicUrl,
  KRATOS_ADMIN_URL: kratos.adminUrl,
});
const bare = await startBareProxy(kratos.publicUrl);
const browser = await launchBrowser();

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
    `\n${load.rounds} rounds of ${load.seconds} s, ${load.connections} connections, in turn; medians\n`,
  );
  const rates = await measure(
    [
      { name: 'GET /login?flow=…, portal', url: `${portalUrl}/login?flow=${id}`, headers: html },
      {
        name: 'the same flow, Kratos',
        url: `${kratos.publicUrl}/self-service/login/flows?id=${id}`,
        headers: json,
      },
      { name: 'whoami, portal', url: `${portalUrl}/sessions/whoami`, headers: session },
      { name: 'whoami, bare proxy', url: `${bare.url}/sessions/whoami`, headers: session },
      { name: 'whoami, Kratos', url: `${kratos.publicUrl}/sessions/whoami`, headers: session },
    ],
    load,
  );
  for (const [name, rate] of Object.entries(rates)) console.log(`  ${name}: ${rate.toFixed(0)} requests/s`);
  const ratio = (one: string, other: string): number => (rates[one] ?? 0) / (rates[other] ?? 0);
  console.log('');
  report(
    'sign-in pages ÷ Kratos',
    ratio('GET /login?flow=…, portal', 'the same flow, Kratos'),
    targets.pages,
  );
  report(
    'gateway ÷ bare http-proxy-middleware',
    ratio('whoami, portal', 'whoami, bare proxy'),
    targets.proxy,
  );
  console.log(`  gateway ÷ Kratos itself: ${ratio('whoami, portal', 'whoami, Kratos').toFixed(2)}×`);

  console.log('\nSign-in page, cold, as Chromium receives it\n');
  const weight = await pageWeight(browser, `${portalUrl}/login`);
  for (const [what, most] of Object.entries(budget)) {
    const is = weight[what as keyof typeof budget];
    console.log(`  ${what}: ${is} (budget ≤ ${most}, ${is <= most ? 'met' : 'MISSED'})`);
  }
} finally {
  await browser.close();
  await bare.stop();
  await portal.stop();
  await kratos.stop();
  await rm(directory, { recursive: true, force: true });
}

// by itself: `node scripts/run.mjs bench/gateway.ts`
await import('./gateway.ts');
