import { createApp, type App } from '../../server/app.ts';
import { readSettings } from '../../server/settings/config.ts';
import { createLog } from '../../server/http/logging.ts';
import { readAssets } from '../../server/render/readAssets.ts';

/** The origin of in-process portals. */
export const portalUrl = 'http://portal.test';

/** A browser's Accept header. */
export const browserHeaders = { Accept: 'text/html,application/xhtml+xml' };

const clientDirectory = 'dist/client';

/**
 * The portal in the test's own process, with the built client and without a log.
 *
 * @param environment its settings
 */
export const appInProcess = (environment: Record<string, string>): App =>
  createApp({
    settings: readSettings({
      PORTAL_URL: portalUrl,
      SUPPORT_EMAIL: 'help@portal.test',
      LOG_LEVEL: 'silent',
      ...environment,
    }),
    log: createLog('silent'),
    clientDirectory,
    assets: readAssets(clientDirectory),
  });
