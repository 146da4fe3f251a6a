import { freePort } from './freePort.ts';
import { keepRunning } from './keepRunning.ts';
import { findKratos } from './kratosProgram.ts';
import { localSecrets } from './localSecrets.ts';
import { seed, seededAdmin, type SeededAccount } from './seed.ts';
import { startKratos } from './startKratos.ts';
import { startMailbox } from './startMailbox.ts';

/** The well-known ports; free ones are used instead when these are taken. */
const usualPorts = { public: 4433, admin: 4434, smtp: 1025, mailbox: 4436 };

export interface LocalOptions {
  /** The portal's port and origin. */
  port: number;
  portalUrl: string;
  /** Holds the provider's database, secrets and log; see `claimDirectory`. */
  directory: string;
}

const list = (accounts: SeededAccount[]): string =>
  accounts.map(({ email, password, is }) => `    ${email}  ${password}  (${is})`).join('\n');

/**
 * Starts what a local portal needs: a mailbox, and Kratos with sample accounts. Prints the URLs and accounts.
 *
 * @returns the portal's environment, and a promise that rejects when Kratos keeps exiting
 * @throws Error for the user who started it; processes started by then keep running
 */
export async function startLocally({
  port,
  portalUrl,
  directory,
}: LocalOptions): Promise<{ environment: NodeJS.ProcessEnv; failure: Promise<never> }> {
  const program = await findKratos();
  await program.prepare?.();
  console.log(`starting ${program.name} …`);
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
  const environment = {
    COOKIE_SECRET: localSecrets(directory).portal,
    PORTAL_ADMINS: seededAdmin,
    ...process.env,
    PORT: String(port),
    PORTAL_URL: portalUrl,
    KRATOS_PUBLIC_URL: kratos.publicUrl,
    KRATOS_ADMIN_URL: kratos.adminUrl,
  };

  console.log(`
  The portal    ${portalUrl}
  Its mailbox   ${mailbox.url}   every mail that it sends ends up here
  Kratos        ${kratos.publicUrl} (public), ${kratos.adminUrl} (admin); its log is ${kratos.logFile}

  Sign in as
${list(accounts)}

  New passwords are not looked up among breached ones here: without internet access that would take 15 seconds each.
  Ctrl-C stops all of it; accounts are kept in ${directory}
`);
  return { environment, failure: keepRunning(kratos) };
}
