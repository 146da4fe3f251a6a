import { Router } from 'express';

/**
 * `/health/alive` and `/health/ready` of the portal itself. It is ready when every provider that it was told of is, and it
 * is not about to end. Which one is not is said by its kind, never by its address. However many ask at the same time, the
 * providers are asked once.
 *
 * @param provider knows the upstreams
 * @param isStopping whether the portal is about to end
 */
export function health(provider: { failing: () => Promise<string[]> }, isStopping = () => false): Router {
  const router = Router();
  let asking: Promise<string[]> | undefined;
  const failing = (): Promise<string[]> =>
    (asking ??= provider.failing().finally(() => (asking = undefined)));

  router.get('/health/alive', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get('/health/ready', async (_request, response) => {
    const names = isStopping() ? [] : await failing();
    const errors = Object.fromEntries(names.map((name) => [name, 'not ready']));
    // asked once more: it may have come meanwhile
    if (isStopping()) errors.portal = 'stopping';
    response.set('Cache-Control', 'no-store');
    if (Object.keys(errors).length > 0) response.status(503).json({ errors });
    else response.json({ status: 'ok' });
  });
  return router;
}
