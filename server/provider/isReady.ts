import type { Transport } from './transport.ts';

/** How long an upstream may take to say that it is ready, in milliseconds. */
const deadlineMs = 2000;

/** Whether an upstream reports itself ready within two seconds. */
export async function isReady({ send }: Transport): Promise<boolean> {
  try {
    const answer = await send({ path: '/health/ready', deadlineMs });
    const { location } = answer.headers;
    if (answer.status < 300 || answer.status >= 400 || location === undefined) return answer.status < 300;
    // Kratos' admin port redirects /health/ready to /admin/health/ready
    const { pathname } = new URL(location, 'http://upstream');
    return (await send({ path: pathname, deadlineMs })).status < 300;
  } catch {
    return false;
  }
}
