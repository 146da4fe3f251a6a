import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Settings } from '../../settings/config.ts';
import { checkProvider } from './checkProvider.ts';
import type { CheckSettings } from './checkedKratos.ts';

/** The first pause before another check, in milliseconds; pauses double up to the longest. */
const firstPauseMs = 5000;
const longestPauseMs = 60_000;

/** How the check at the start is told to end the portal, and how long it waits. */
export interface AtStart {
  log: Pick<Logger, 'warn'>;
  /** Ends the portal. @param fault one line */
  end: (fault: string) => void;
  pauseMs?: number;
}

/**
 * Checks the provider once the portal listens, because Kratos calls it: logs a warning for each finding, and ends the
 * portal if Kratos does not ask it before it signs somebody in, unless KRATOS_HOOKS is off. While that is not known, it
 * checks again; what is still not known the second time is a warning, too.
 */
export async function checkAtStart(
  settings: CheckSettings & Pick<Settings, 'KRATOS_HOOKS'>,
  { log, end, pauseMs = firstPauseMs }: AtStart,
): Promise<void> {
  const warned = new Set<string>();
  for (let count = 0, ms = pauseMs; ; count += 1, ms = Math.min(2 * ms, longestPauseMs)) {
    const findings = await checkProvider(settings);
    const fault = findings.find(({ atStart }) => atStart === 'refused');
    if (fault && settings.KRATOS_HOOKS === 'required') {
      end(`${fault.text} KRATOS_HOOKS=off starts all the same.`);
      return;
    }
    const isOpen = findings.some(({ atStart }) => atStart === 'undecided' || atStart === 'busy');
    for (const { dangerous, text, atStart } of findings) {
      // another replica is starting, or the network does not lead to this one yet
      const isEarly = atStart === 'busy' || (atStart === 'undecided' && count === 0);
      if (isEarly || warned.has(text)) continue;
      warned.add(text);
      log.warn({ dangerous }, text);
    }
    if (!isOpen) return;
    await pause(ms, undefined, { ref: false });
  }
}
