import { Router } from 'express';
import type { Settings } from '../settings/config.ts';

/** How long an upstream may take to say that it is ready, in milliseconds. */
const deadlineMs = 2000;

type Upstream = 'kratos' | 'kratosAdmin' | 'hydra' | 'keto';

const healthUrls = (settings: Settings): Partial<Record<Upstream, string>> => ({
  kratos: settings.KRATOS_PUBLIC_URL,
  ...(settings.KRATOS_ADMIN_URL && { kratosAdmin: settings.KRATOS_ADMIN_URL }),
  ...(settings.HYDRA_PUBLIC_URL && { hydra: settings.HYDRA_PUBLIC_URL }),
  ...(settings.KETO_READ_URL && { keto: settings.KETO_READ_URL }),
});

async function isReady(url: string): Promise<boolean> {
  try {
    const path = url.endsWith('/') ? 'health/ready' : '/health/ready';
    // followed: Kratos' admin port sends /health/ready on to /admin/health/ready
    const answer = await fetch(url + path, { signal: AbortSignal.timeout(deadlineMs), redirect: 'follow' });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/** The upstreams that are not ready. */
async function failingUpstreams(settings: Settings): Promise<string[]> {
  const upstreams = Object.entries(healthUrls(settings));
  const ready = await Promise.all(upstreams.map(([, url]) => isReady(url)));
  return upstreams.filter((_, index) => !ready[index]).map(([name]) => name);
}

/**
 * `/health/alive` and `/health/ready` of the portal itself. It is ready when every provider that it was told of is, and it
 * is not about to end. Which one is not is said by its kind, never by its address. However many ask at the same time, the
 * providers are asked once.
 *
 * @param settings names the upstreams
 * @param isStopping whether the portal is about to end
 */
export function health(settings: Settings, isStopping = () => false): Router {
  const router = Router();
  let asking: Promise<string[]> | undefined;
  const failing = (): Promise<string[]> =>
    (asking ??= failingUpstreams(settings).finally(() => (asking = undefined)));

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
