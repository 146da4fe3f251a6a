import { spawn } from 'node:child_process';
import { freePort } from './freePort.ts';
import { findKratos } from './kratosProgram.ts';
import { localSecrets } from './localSecrets.ts';
import { endProcess, endWithUs } from './processes.ts';
import { seed, seededAdmin, type SeededAccount } from './seed.ts';
import { setting } from './setting.ts';
import { nodeFlags } from './nodeFlags.ts';
import { startKratos } from './startKratos.ts';
import { startMailbox } from './startMailbox.ts';

/** Where people look for these by habit; others are taken when something listens there. */
const usualPorts = { public: 4433, admin: 4434, smtp: 1025, mailbox: 4436 };

export interface LocalOptions {
  /** The bundled server. */
  server: string;
  /** The portal's port; 0 for a free one. */
  port: number;
  /** Where the provider's database, secrets and log are kept. */
  directory: string;
}

const list = (accounts: SeededAccount[]): string =>
  accounts.map(({ email, password, is }) => `    ${email}  ${password}  (${is})`).join('\n');

/**
 * Starts a whole portal on this machine: mailbox, Kratos, people to sign in as, the server. Prints what it started, and
 * stops all of it on SIGINT or SIGTERM, or when the server ends.
 *
 * @throws Error in words for the person who started it
 */
export async function startLocally({ server, port: wanted, directory }: LocalOptions): Promise<void> {
  const program = await findKratos();
  console.log(`starting ${program.name} …`);
  const port = wanted || (await freePort());
  const portalUrl = (setting('PORTAL_URL') ?? `http://localhost:${port}`).replace(/\/+$/, '');
  const mailbox = await startMailbox({
    smtp: await freePort(usualPorts.smtp),
    http: await freePort(usualPorts.mailbox),
  });
  const kratos = await startKratos({
    program,
    directory,
    portalUrl,
    smtpUrl: mailbox.smtpUrl,
    ports: { public: await freePort(usualPorts.public), admin: await freePort(usualPorts.admin) },
  });
  const accounts = await seed(kratos.adminUrl);

  const portal = spawn(process.execPath, [...nodeFlags, server], {
    stdio: 'inherit',
    detached: true,
    env: {
      COOKIE_SECRET: localSecrets(directory).portal,
      PORTAL_ADMINS: seededAdmin,
      ...process.env,
      PORT: String(port),
      PORTAL_URL: portalUrl,
      KRATOS_PUBLIC_URL: kratos.publicUrl,
      KRATOS_ADMIN_URL: kratos.adminUrl,
    },
  });
  endWithUs(portal);
  portal.once('exit', (code) => {
    process.exitCode = code ?? 0;
    void Promise.all([kratos.stop(), mailbox.stop()]);
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void endProcess(portal));

  console.log(`
  The portal    ${portalUrl}
  Its mailbox   ${mailbox.url}   every mail that it sends ends up here
  Kratos        ${kratos.publicUrl} (public), ${kratos.adminUrl} (admin); its log is ${kratos.logFile}

  Sign in as
${list(accounts)}

  Ctrl-C stops all of it; accounts are kept in ${directory}
`);
}
