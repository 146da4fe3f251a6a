import { appendFileSync } from 'node:fs';
import type { Logger } from 'pino';
import { createLog } from '../log/logging.ts';
import { SettingsError, type Settings } from '../settings/config.ts';

/** The destination of audit lines; a pino logger is one. */
export interface AuditSink {
  info: (fields: object, message: string) => void;
}

/**
 * Opens the destination that AUDIT_LOG names for audit lines, whatever LOG_LEVEL says. If a file can no longer be
 * written, the main log says so once, and gets the lines until it can.
 *
 * @param setting `stdout` or a file's path
 * @param onFailure called for each line that could not be written
 * @throws SettingsError when the file cannot be opened
 */
export function auditSink(setting: Settings['AUDIT_LOG'], log: Logger, onFailure?: () => void): AuditSink {
  const mainLog = log.child({}, { level: 'info' });
  if (setting === 'stdout') return mainLog;
  const toFile = createLog('info', { write: appendTo(setting) });
  let isFailing = false;
  return {
    info: (fields, message) => {
      try {
        toFile.info(fields, message);
        isFailing = false;
      } catch (err) {
        if (!isFailing) log.error({ err }, 'AUDIT_LOG cannot be written: until it can, audit lines go here');
        isFailing = true;
        onFailure?.();
        mainLog.info(fields, message);
      }
    },
  };
}

/**
 * Returns a function that appends a line to a file, which only the portal's own user may read. The file is opened for each
 * line and written at once, so that no line is lost when the process ends, and logrotate may move the file at any time.
 */
function appendTo(file: string): (line: string) => void {
  const append = (line: string): void => appendFileSync(file, line, { mode: 0o600 });
  try {
    append('');
  } catch (error) {
    throw new SettingsError([`AUDIT_LOG: ${file} cannot be written: ${(error as Error).message}`]);
  }
  return append;
}
