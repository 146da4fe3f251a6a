import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Mails } from '../mails/mailBrand.ts';
import { writeMails } from '../mails/writeMails.ts';
import { startDemo } from './demo/startDemo.ts';
import { freePort } from './freePort.ts';
import { keepRunning } from './keepRunning.ts';
import { productVariables } from './kratosEnvironment.ts';
import { findKratos, versionOf } from './kratosProgram.ts';
import { checkDatabase } from './localDirectory.ts';
import { localSecrets } from './localSecrets.ts';
import { seed, type SeededAccount } from './seed.ts';
import { startAcme } from './social/acme.ts';
import { startKratos } from './startKratos.ts';
import { startMailbox } from './startMailbox.ts';
import { startOAuth2 } from './startOAuth2.ts';
import { canRefuseCommonPasswords } from './startPasswords.ts';
import { startRelations } from './startRelations.ts';

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
}

const list = (accounts: SeededAccount[]): string =>
  accounts.map(({ email, password, is }) => `    ${email}  ${password}  (${is})`).join('\n');

/**
 * Starts the servers that a local portal needs: a mailbox, Kratos with sample accounts, Hydra and Keto or the sandbox
 * in their place, a demo application and a social provider. Prints the URLs and accounts.
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
}: LocalOptions): Promise<{ environment: NodeJS.ProcessEnv; failure: Promise<never> }> {
  const program = await findKratos();
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
  const hydraPorts = await portsOf(usualPorts.hydra, anyPorts);
  const applicationPorts = await portsOf(usualPorts.applications, anyPorts);
  const acme = await startAcme(portalUrl, applicationPorts.acme);
  const kratos = await startKratos({
    program,
    directory,
    portalUrl,
    refusesCommonPasswords: true,
    smtpUrl: mailbox.smtpUrl,
    hydraAdminUrl: `http://127.0.0.1:${hydraPorts.admin}`,
    environment: {
      ...acme.kratos,
      COURIER_TEMPLATE_OVERRIDE_PATH: templates,
      ...productVariables(mails.brand.product),
    },
    ports: await portsOf(usualPorts.kratos, anyPorts),
  });
  const accounts = await seed(kratos.adminUrl, portalUrl);
  const oauth2 = await startOAuth2({
    directory,
    portalUrl,
    ports: hydraPorts,
    kratosAdminUrl: kratos.adminUrl,
  });
  const relations = await startRelations({ directory, ports: await portsOf(usualPorts.keto, anyPorts) });
  const demo = await startDemo({
    portalUrl,
    hydraAdminUrl: oauth2.adminUrl,
    port: applicationPorts.demo,
  });
  const environment = {
    COOKIE_SECRET: localSecrets(directory).portal,
    PORTAL_ADMINS: accounts.find(({ isAdmin }) => isAdmin)?.id,
    ...process.env,
    PORT: String(port),
    PORTAL_URL: portalUrl,
    KRATOS_PUBLIC_URL: kratos.publicUrl,
    KRATOS_ADMIN_URL: kratos.adminUrl,
    KRATOS_HOOKS_KEY: kratos.hooksKey,
    HYDRA_PUBLIC_URL: oauth2.publicUrl,
    HYDRA_ADMIN_URL: oauth2.adminUrl,
    KETO_READ_URL: relations.readUrl,
    KETO_WRITE_URL: relations.writeUrl,
    KETO_OPL_URL: relations.oplUrl,
  };

  console.log(`
  The portal    ${portalUrl}
  Its mailbox   ${mailbox.url}   every mail that it sends ends up here
  Harbor Clinic ${demo.url}   a demo application to sign in to
  OpenID        ${portalUrl}/.well-known/openid-configuration
  Kratos        ${kratos.publicUrl} (public), ${kratos.adminUrl} (admin); its log is ${kratos.logFile}
  Hydra         ${oauth2.publicUrl} (public), ${oauth2.adminUrl} (admin); ${oauth2.source}
  Keto          ${relations.readUrl} (read), ${relations.writeUrl} (write), ${relations.oplUrl} (OPL); ${relations.source}

  Sign in as
${list(accounts)}
    or with Acme, a sample social provider that accepts any address without a password

  ${canRefuseCommonPasswords ? 'Common passwords are refused' : 'Common passwords are accepted here'}; new ones are not looked up among breached ones online.
  Ctrl-C stops everything; accounts of Kratos ${version} are kept in ${directory}
`);
  const servers = [kratos, oauth2.server, relations.server].filter((server) => server !== undefined);
  return { environment, failure: Promise.race(servers.map(keepRunning)) };
}
