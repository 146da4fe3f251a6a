import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Mails } from '../mails/mails.ts';
import { writeMails } from '../mails/writeMails.ts';
import { demoResource } from './demo/demoClient.ts';
import { startDemo } from './demo/startDemo.ts';
import { findKratos, findProgram, versionOf } from './findProgram.ts';
import { freePort } from './freePort.ts';
import { join } from './join.ts';
import { keepRunning } from './keepRunning.ts';
import { productVariables } from './kratosEnvironment.ts';
import { checkDatabase } from './localDirectory.ts';
import { localSecrets } from './localSecrets.ts';
import { seed, type SeededAccount } from './seed.ts';
import { startAcme } from './social/acme.ts';
import { startHydra } from './startHydra.ts';
import { startKeto } from './startKeto.ts';
import { startKratos } from './startKratos.ts';
import { startMailbox } from './startMailbox.ts';
import { canRefuseCommonPasswords } from './startPasswords.ts';

/** The well-known ports; taken ones are replaced by free ones. */
const usualPorts = {
  kratos: { public: 4433, admin: 4434 },
  hydra: { public: 4444, admin: 4445 },
  keto: { read: 4466, write: 4467, opl: 4469 },
  mailbox: { smtp: 1025, http: 4436 },
  applications: { demo: 4455, acme: 4456 },
};

/** Returns a server's usual ports, or free ones. @param anyPorts whether to choose free ones at once */
async function portsOf<Name extends string>(
  usual: Record<Name, number>,
  anyPorts: boolean,
): Promise<Record<Name, number>> {
  const ports = { ...usual };
  for (const name of Object.keys(usual) as Name[])
    ports[name] = await freePort(anyPorts ? undefined : usual[name]);
  return ports;
}

/** The addresses, data and mails of a provider on this machine. */
export interface LocalOptions {
  /** The portal's port and origin. */
  port: number;
  portalUrl: string;
  /** Whether the provider's servers listen on any free ports, and not on the usual ones. */
  anyPorts: boolean;
  /** Holds the provider's databases, secrets and logs, in a folder for each version of Kratos; see `claimDirectory`. */
  directory: string;
  /** The mails for its users; the mailbox has the same look. */
  mails: Mails;
  /** Prints a line about what happens while the portal is served. */
  print: (line: string) => void;
}

const urlAt = (port: number): string => `http://127.0.0.1:${port}`;

const urlsOf = (ports: Record<string, number>): string =>
  Object.entries(ports)
    .map(([name, port]) => `${urlAt(port)} (${name})`)
    .join(', ');

const list = (accounts: SeededAccount[]): string =>
  accounts.map(({ email, password, is }) => `    ${email}  ${password}  (${is})`).join('\n');

/**
 * Starts the servers that a local portal needs: a mailbox, Kratos with sample accounts, and a social provider. Hydra
 * with a demo application, and Keto, join while the portal is served, if they can run here. Prints the URLs and
 * accounts.
 *
 * @returns the portal's environment, and a promise that rejects when one of the servers keeps exiting
 * @throws Error for the user who started it; processes started before keep running
 */
export async function startLocally({
  port,
  portalUrl,
  anyPorts,
  directory: parent,
  mails,
  print,
}: LocalOptions): Promise<{ environment: NodeJS.ProcessEnv; failure: Promise<never> }> {
  const program = findKratos();
  await program.prepare?.();
  // an older Kratos cannot sign in accounts that a newer one has changed
  const version = versionOf(program, parent);
  const directory = path.join(parent, `kratos-${version}`);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  checkDatabase(directory);
  console.log(`starting ${program.name} …`);
  const mailbox = await startMailbox(await portsOf(usualPorts.mailbox, anyPorts), mails);
  const templates = path.join(directory, 'mails');
  await writeMails(templates, mails);
  const [hydra, keto] = [findProgram('hydra'), findProgram('keto')];
  const hydraPorts = await portsOf(usualPorts.hydra, anyPorts);
  const ketoPorts = await portsOf(usualPorts.keto, anyPorts);
  const applicationPorts = await portsOf(usualPorts.applications, anyPorts);
  const acme = await startAcme(portalUrl, applicationPorts.acme);
  const kratos = await startKratos({
    program,
    directory,
    portalUrl,
    refusesCommonPasswords: true,
    smtpUrl: mailbox.smtpUrl,
    hydraAdminUrl: hydra && urlAt(hydraPorts.admin),
    environment: {
      ...acme.kratos,
      COURIER_TEMPLATE_OVERRIDE_PATH: templates,
      ...productVariables(mails.brand.product),
    },
    ports: await portsOf(usualPorts.kratos, anyPorts),
  });
  const accounts = await seed(kratos.adminUrl, portalUrl);
  const environment = {
    COOKIE_SECRET: localSecrets(directory).portal,
    DATA_DIRECTORY: path.resolve(directory),
    SMTP_URL: `${mailbox.smtpUrl}/?disable_starttls=true`,
    // for the demo application's API
    PROTECTED_RESOURCES: hydra && demoResource(urlAt(applicationPorts.demo)),
    AUTHENTICATION_CONTEXT: 'on',
    PORTAL_ADMINS: accounts.find(({ isAdmin }) => isAdmin)?.id,
    ...process.env,
    PORT: String(port),
    PORTAL_URL: portalUrl,
    KRATOS_PUBLIC_URL: kratos.publicUrl,
    KRATOS_ADMIN_URL: kratos.adminUrl,
    KRATOS_HOOKS_KEY: kratos.hooksKey,
    HYDRA_PUBLIC_URL: hydra && urlAt(hydraPorts.public),
    HYDRA_ADMIN_URL: hydra && urlAt(hydraPorts.admin),
    KETO_READ_URL: keto && urlAt(ketoPorts.read),
    KETO_WRITE_URL: keto && urlAt(ketoPorts.write),
    KETO_OPL_URL: keto && urlAt(ketoPorts.opl),
  };

  console.log(`
  The portal    ${portalUrl}
  Its mailbox   ${mailbox.url}   every mail that it sends ends up here
  Kratos        ${kratos.publicUrl} (public), ${kratos.adminUrl} (admin); its log is ${kratos.logFile}
  Hydra         ${hydra ? `${urlsOf(hydraPorts)}; joins later, with a demo application` : 'not here: it needs Go and a C compiler, hydra on PATH, or Docker'}
  Keto          ${keto ? `${urlsOf(ketoPorts)}; joins later` : 'not here: it needs keto on PATH, or Docker'}

  Sign in as
${list(accounts)}
    or with Acme, a sample social provider that accepts any address without a password

  ${canRefuseCommonPasswords ? 'Common passwords are refused' : 'Common passwords are accepted here'}; new ones are not looked up among breached ones online.
  Ctrl-C stops everything; accounts of Kratos ${version} are kept in ${directory}
`);
  const running = [keepRunning(kratos)];
  if (hydra) {
    const start = async (directory: string) => {
      const server = await startHydra({
        program: hydra,
        directory,
        portalUrl,
        kratosAdminUrl: kratos.adminUrl,
        ports: hydraPorts,
      });
      const demo = await startDemo({
        portalUrl,
        hydraAdminUrl: server.adminUrl,
        port: applicationPorts.demo,
      });
      const details = `: ${portalUrl}/.well-known/openid-configuration; its log is ${server.logFile}
  Harbor Clinic ${demo.url}   a demo application to sign in to`;
      return { server, details };
    };
    running.push(join({ name: 'hydra', program: hydra, parent: directory, start }, print));
  }
  if (keto) {
    const start = async (directory: string) => {
      const server = await startKeto({ program: keto, directory, ports: ketoPorts });
      return { server, details: `; its log is ${server.logFile}` };
    };
    running.push(join({ name: 'keto', program: keto, parent: directory, start }, print));
  }
  return { environment, failure: Promise.race(running) };
}
