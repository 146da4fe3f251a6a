import type { Logger } from 'pino';
import type { SettingsAndFiles } from './brand/readSettingsAndFiles.ts';
import { createPortal } from './createPortal.ts';
import { onStopSignal } from './http/onStopSignal.ts';
import { joinPrimary } from './workers/joinPrimary.ts';

/**
 * Serves the portal as one of several workers, until the primary process stops it or ends.
 *
 * @throws SettingsError as `createPortal` does
 */
export async function runWorker(settings: SettingsAndFiles, log: Logger): Promise<void> {
  const primary = joinPrimary();
  const portal = await createPortal({ settings, log, ...primary });
  const snapshot = async () => portal.metrics?.snapshot();

  const leave = async (drained: Promise<void>): Promise<void> => {
    await drained;
    await primary.leave(await snapshot());
    process.exit(0);
  };
  primary.serve({ snapshot, retire: () => void leave(portal.retire()) });
  onStopSignal(['SIGTERM'], () => void leave(portal.stop()));
  // a terminal sends these to the primary process as well, which decides
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);

  await portal.listen();
}
