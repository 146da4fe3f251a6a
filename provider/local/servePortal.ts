import { eachLine, startKept, type KeptProcess } from './keptProcess.ts';
import { nodeEnvironment, nodeFlags } from './nodeFlags.ts';

/** Formats JSON log lines as readable text. */
async function prettyLog(lines: NonNullable<KeptProcess['stdout']>): Promise<void> {
  const { prettyFactory } = await import('pino-pretty');
  const pretty = prettyFactory({ colorize: true, singleLine: true, translateTime: 'SYS:HH:MM:ss' });
  await eachLine(lines, (line) => process.stdout.write(pretty(line)));
}

/**
 * Runs the bundled portal in its own process. On a terminal its log is readable text, unless NODE_ENV is `production`;
 * elsewhere it is JSON.
 *
 * @param environment all of its variables
 */
export function servePortal(server: string, environment: NodeJS.ProcessEnv): KeptProcess {
  const isReadable = process.stdout.isTTY && environment.NODE_ENV !== 'production';
  const portal = startKept([process.execPath, ...nodeFlags, server], {
    env: { ...nodeEnvironment, ...environment },
    output: [isReadable ? 'pipe' : 'inherit', 'inherit'],
  });
  if (portal.stdout) void prettyLog(portal.stdout);
  return portal;
}
