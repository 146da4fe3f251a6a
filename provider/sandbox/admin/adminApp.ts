import type { DatabaseSync } from 'node:sqlite';
import express, { type Express } from 'express';
import { health } from '../health.ts';
import { answerError } from '../hydraError.ts';
import { refuseOtherSites } from '../refuseOtherSites.ts';
import type { Sandbox } from '../sandbox.ts';
import { clientRoutes } from './clients.ts';
import { issuerRoutes } from './issuers.ts';
import { keyRoutes } from './keys.ts';
import { requestRoutes } from './requests.ts';
import { sessionRoutes } from './sessions.ts';
import { tokenRoutes } from './tokens.ts';

/** Serves Hydra's admin API. */
export function adminApp(sandbox: Sandbox, database: DatabaseSync): Express {
  const app = express().disable('x-powered-by');
  app.use(refuseOtherSites, health());
  app.use(clientRoutes(sandbox));
  app.use(requestRoutes(sandbox));
  app.use(sessionRoutes(sandbox));
  app.use(tokenRoutes(sandbox));
  app.use(keyRoutes(sandbox.keys));
  app.use(issuerRoutes(database));
  app.use(answerError);
  return app;
}
