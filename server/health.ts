import { Router } from 'express';
import type { Settings } from './config.ts';

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

/**
 * `/health/alive` and `/health/ready` of the portal itself. It is ready when every provider that it was told of is.
 * Which one is not is said by its kind, never by its address.
 *
 * @param settings names the upstreams
 */
export function health(settings: Settings): Router {
  const router = Router();
  router.get('/health/alive', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get('/health/ready', async (_request, response) => {
    const upstreams = Object.entries(healthUrls(settings));
    const ready = await Promise.all(upstreams.map(([, url]) => isReady(url)));
    const failing = upstreams.filter((_, index) => !ready[index]).map(([name]) => name);
    const errors = Object.fromEntries(failing.map((name) => [name, 'not ready']));
    response.set('Cache-Control', 'no-store');
    if (failing.length > 0) response.status(503).json({ errors });
    else response.json({ status: 'ok' });
  });
  return router;
}
