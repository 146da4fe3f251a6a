import express, { type Express, type ErrorRequestHandler } from 'express';
import { paths } from '../flow/paths.ts';
import { health } from '../health.ts';
import { answerError, HydraError } from '../hydraError.ts';
import type { Sandbox } from '../sandbox.ts';
import { deviceVerification } from './deviceVerification.ts';
import { entrance } from './entrance.ts';
import { logout } from './logout.ts';
import { registration } from './registration.ts';

/** Serves the routes of Hydra's public port. */
export function publicApp(sandbox: Sandbox): Express {
  const { clients, provider, portalUrl } = sandbox;
  const app = express().disable('x-powered-by');
  app.use(health());
  app.use(registration(clients));
  app.use(logout(sandbox));
  app.use(entrance(sandbox));
  app.get(paths.code_verification, deviceVerification(sandbox));
  app.use(provider.callback());
  const toErrorPage: ErrorRequestHandler = (cause, request, response, next) => {
    if (!request.path.startsWith(paths.end_session)) answerError(cause, request, response, next);
    else {
      const { error, message } =
        cause instanceof HydraError ? cause : { error: 'invalid_request', message: '' };
      const query = new URLSearchParams({ error, error_description: message });
      response.redirect(302, `${portalUrl}/error?${query}`);
    }
  };
  app.use(toErrorPage);
  return app;
}
