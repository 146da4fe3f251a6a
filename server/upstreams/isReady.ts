import type { ProviderRequest } from './providerRequest.ts';
import type { Transport } from './transport.ts';

/** How long an upstream may take to report that it is ready, in milliseconds. */
export const readinessMs = 2000;

/** Kratos, Hydra and Keto all have this operation, although none of their contracts lists it any more. */
const readiness: ProviderRequest = { url: '/health/ready', options: {} };

/** Whether an upstream reports itself ready within two seconds. */
export async function isReady({ send }: Transport): Promise<boolean> {
  try {
    const answer = await send(readiness, { deadlineMs: readinessMs });
    const { location } = answer.headers;
    if (answer.status < 300 || answer.status >= 400 || typeof location !== 'string')
      return answer.status < 300;
    // Kratos' admin port redirects /health/ready to /admin/health/ready
    const { pathname } = new URL(location, 'http://upstream');
    return (await send({ ...readiness, url: pathname }, { deadlineMs: readinessMs })).status < 300;
  } catch {
    return false;
  }
}
