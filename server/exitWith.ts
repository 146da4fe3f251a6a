import { pino } from 'pino';
import { createLog } from './log/logging.ts';

/**
 * Prints why the portal cannot start, and exits.
 *
 * @param faults each becomes a line of the log in production, where a program reads them
 */
export function exitWith(text: string, faults: readonly string[] = [text]): never {
  if (process.env.NODE_ENV === 'production') {
    const log = createLog('error', pino.destination({ dest: 1, sync: true }));
    for (const fault of faults) log.error({ fault }, 'the portal cannot start');
  } else console.error(text);
  process.exit(1);
}
