import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll } from '@jest/globals';
import type { Express } from 'express';
import { createApp, type App, type AppOptions } from '../../server/app.ts';
import { readSettingsAndFiles } from '../../server/brand/readSettingsAndFiles.ts';
import { createLog } from '../../server/log/logging.ts';
import { readAssets } from '../../server/render/assets.ts';
import { emptyManifest } from './emptyManifest.ts';
import { newDirectory } from './newDirectory.ts';

/** The origin of in-process portals. */
export const portalUrl = 'http://portal.test';

/** A browser's Accept header. */
export const browserHeaders = { Accept: 'text/html,application/xhtml+xml' };

type Client = Pick<AppOptions, 'clientDirectory' | 'assets'>;

/** The bundled client. Only integration tests may use it: it is not built for unit tests. */
export function builtClient(): Client {
  const clientDirectory = 'dist/client';
  return { clientDirectory, assets: readAssets(clientDirectory) };
}

/** A client without files: the script and stylesheet that pages name do not exist. */
function emptyClient(): Client {
  const clientDirectory = newDirectory();
  mkdirSync(path.join(clientDirectory, 'assets'));
  return { clientDirectory, assets: emptyManifest };
}

const apps: App[] = [];

afterAll(() => {
  for (const app of apps) app.close();
});

/**
 * A portal in the test's own process, without a log. It is closed after the file's last test.
 *
 * @param environment its settings
 * @param client the client that it serves: none by default, so that unit tests need nothing built
 * @param store what it keeps; nothing by default
 */
export function appInProcess(
  environment: Record<string, string>,
  client = emptyClient(),
  store?: AppOptions['store'],
): Express {
  const app = createApp({
    settings: readSettingsAndFiles({
      PORTAL_URL: portalUrl,
      SUPPORT_EMAIL: 'help@portal.test',
      LOG_LEVEL: 'silent',
      AUDIT_LOG: '/dev/null',
      ...environment,
    }),
    log: createLog('silent', { write: () => undefined }),
    store,
    ...client,
  });
  apps.push(app);
  return app.handler;
}
