import { Router } from 'express';
import { version } from './version.ts';

/**
 * Serves the portal's own `/health/alive`, `/health/accepting` and `/health/ready`. It accepts requests until it is told to
 * stop, and is ready when all configured upstreams are ready as well. An upstream that is not ready is named by its kind,
 * never by its address. Concurrent requests share one check.
 */
export function health(
  provider: { failing: () => Promise<Record<string, string>> },
  isStopping = () => false,
): Router {
  const router = Router();
  let pending: Promise<Record<string, string>> | undefined;
  const failing = (): Promise<Record<string, string>> =>
    (pending ??= provider.failing().finally(() => (pending = undefined)));

  router.get('/health/alive', (_request, response) => {
    response.json({ status: 'ok', version });
  });
  router.get('/health/accepting', (_request, response) => {
    if (isStopping()) response.status(503).json({ errors: { portal: 'stopping' } });
    else response.json({ status: 'ok' });
  });
  router.get('/health/ready', async (_request, response) => {
    const errors: Record<string, string> = isStopping() ? {} : { ...(await failing()) };
    // checked again: the shutdown may have begun in the meantime
    if (isStopping()) errors.portal = 'stopping';
    if (Object.keys(errors).length > 0) response.status(503).json({ errors });
    else response.json({ status: 'ok' });
  });
  return router;
}
