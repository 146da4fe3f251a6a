import { exitWith } from './http/exitWith.ts';
import { createLog, standardOutput } from './http/logging.ts';
import { runAlone } from './runAlone.ts';
import { adminWarnings } from './settings/adminWarnings.ts';
import { readSettings, SettingsError, settingWarnings } from './settings/config.ts';

/** Runs the portal. @throws SettingsError */
async function run(): Promise<void> {
  const settings = readSettings(process.env);
  const log = createLog(settings.LOG_LEVEL, standardOutput().destination);
  for (const warning of [...settingWarnings(process.env), ...adminWarnings(settings)]) log.warn(warning);
  await runAlone(settings, log);
}

try {
  await run();
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  exitWith(error.message);
}
