import { Router } from 'express';

/** Hydra's health and version. */
export function health(): Router {
  const router = Router();
  router.get(
    ['/health/alive', '/health/ready'],
    (_request, response) => void response.json({ status: 'ok' }),
  );
  router.get('/version', (_request, response) => void response.json({ version: 'sandbox' }));
  return router;
}
