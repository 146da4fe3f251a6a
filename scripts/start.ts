/** Serves the bundled portal, in front of its provider. */
import path from 'node:path';
import { servePortal } from '../provider/local/servePortal.ts';
import { freshBuild } from './freshBuild.ts';
import { serveInFrontOfProvider } from './inFrontOfProvider.ts';

const server = path.join(import.meta.dirname, '../dist/server/main.mjs');

await serveInFrontOfProvider(freshBuild, (environment) => servePortal(server, environment));
