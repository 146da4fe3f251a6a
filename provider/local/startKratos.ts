import { testedBinary } from './findProgram.ts';
import { freePort } from './freePort.ts';
import { kratosEnvironment } from './kratosEnvironment.ts';
import { hooksKey, localSecrets } from './localSecrets.ts';
import { canRefuseCommonPasswords, startPasswords } from './startPasswords.ts';
import { binaryProgram, reachedBy, type ServerProgram } from './serverProgram.ts';
import { startServer, type LocalServer } from './startServer.ts';

/** A Kratos' data, addresses and overrides. */
export interface KratosOptions {
  /** Holds its database, secrets and log; created when missing. */
  directory: string;
  /** The portal's origin, as browsers see it. */
  portalUrl: string;
  /** The SMTP server for its mail, as in `smtp://127.0.0.1:1025`. */
  smtpUrl: string;
  /** Hydra's admin API, as in `http://127.0.0.1:4445`, which Kratos tells who has signed in. */
  hydraAdminUrl?: string;
  /** Overrides of its environment, as in `SELFSERVICE_FLOWS_LOGIN_LIFESPAN: '2s'`. */
  environment?: Record<string, string>;
  /** Free ports by default. */
  ports?: { public: number; admin: number };
  /** Whether it refuses common passwords, if that can be set up; false by default. */
  refusesCommonPasswords?: boolean;
  /** An SQLite database that this Kratos has migrated before: it uses a copy, and migrates nothing. */
  migrated?: string;
  /** The pinned Kratos by default, or else the one on PATH. */
  program?: ServerProgram;
}

/** A Kratos running on this machine. */
export interface LocalKratos extends LocalServer {
  publicUrl: string;
  adminUrl: string;
  /** With which it calls the portal: KRATOS_HOOKS_KEY. */
  hooksKey: string;
}

/**
 * Starts Kratos from provider/kratos/kratos.yml on loopback with an SQLite database: migrates it, serves, sends mail,
 * and waits until it is ready.
 *
 * @throws Error in one line with the cause from Kratos' log when it does not start
 */
export async function startKratos(options: KratosOptions): Promise<LocalKratos> {
  const { directory, portalUrl, smtpUrl, hydraAdminUrl } = options;
  const program = options.program ?? binaryProgram('kratos', await testedBinary('kratos'));
  const ports = options.ports ?? { public: await freePort(), admin: await freePort() };
  const key = hooksKey(directory);
  const adminUrl = `http://127.0.0.1:${ports.admin}`;
  const mail = new URL(smtpUrl);
  mail.hostname = program.loopback;
  mail.searchParams.set('disable_starttls', 'true');
  const isRefusing = options.refusesCommonPasswords && canRefuseCommonPasswords;
  const passwords = isRefusing ? await startPasswords(directory, program.loopback) : undefined;
  const starting = startServer({
    server: 'kratos',
    program,
    directory,
    environment: {
      ...kratosEnvironment({
        portalUrl,
        smtpUrl: mail.href,
        adminUrl,
        configuration: program.configuration,
        secrets: localSecrets(directory),
        hooks: { url: `${reachedBy(program, portalUrl)}/hooks/kratos`, key },
      }),
      ...(hydraAdminUrl && { OAUTH2_PROVIDER_URL: reachedBy(program, hydraAdminUrl) }),
      ...passwords?.environment,
      ...options.environment,
    },
    ports,
    migrated: options.migrated,
    migrate: ['migrate', 'sql', '--read-from-env', '--yes'],
    serve: ['serve', '--watch-courier'],
    readyUrl: adminUrl,
  });
  const server = await starting.catch(async (cause: unknown) => {
    await passwords?.stop();
    throw cause;
  });
  const stop = async (): Promise<void> => {
    await server.stop();
    await passwords?.stop();
  };
  return { ...server, stop, publicUrl: `http://127.0.0.1:${ports.public}`, adminUrl, hooksKey: key };
}
