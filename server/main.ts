import cluster from 'node:cluster';
import { readSettingsAndFiles } from './brand/readSettingsAndFiles.ts';
import { exitWith } from './http/exitWith.ts';
import { createLog, standardOutput } from './http/logging.ts';
import { runAlone } from './runAlone.ts';
import { runWorker } from './runWorker.ts';
import { adminWarnings } from './settings/adminWarnings.ts';
import { hookWarnings } from './settings/hookWarnings.ts';
import { SettingsError, settingWarnings } from './settings/config.ts';

/** Runs this process' part of the portal. @throws SettingsError */
async function run(): Promise<void> {
  const settings = readSettingsAndFiles(process.env);
  const output = standardOutput();
  const log = createLog(settings.LOG_LEVEL, output.destination);
  if (cluster.isWorker) {
    await runWorker(settings, log);
    return;
  }
  for (const warning of [
    ...settingWarnings(process.env),
    ...hookWarnings(settings),
    ...adminWarnings(settings),
  ])
    log.warn(warning);
  if (settings.WORKERS === 1) await runAlone(settings, log);
  else await (await import('./workers/runPrimary.ts')).runPrimary(settings, log, output.write);
}

try {
  await run();
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  exitWith(error.message, error.faults);
}
