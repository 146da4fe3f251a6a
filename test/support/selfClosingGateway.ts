import type { RequestListener } from 'node:http';
import { afterEach } from '@jest/globals';
import type { FormOptions } from '../../server/forms/visit.ts';
import type { GatewayOptions } from '../../server/gateway/gateway.ts';
import type { Upstream } from '../../server/operations/operation.ts';
import { closeHarness, fakeUpstream, gatewayHarness } from './gatewayHarness.ts';

export * from './gatewayHarness.ts';

// closes what a test has opened, in every file that imports this module
afterEach(closeHarness);

/**
 * A gateway in front of one fake upstream.
 *
 * @param names the upstreams that the fake stands for
 * @param answer answers a request once its body has arrived; `{}` as JSON by default
 */
export async function gatewayTo(
  names: Upstream | readonly Upstream[],
  answer?: RequestListener,
  options: Partial<GatewayOptions & FormOptions> = {},
) {
  const upstream = await fakeUpstream(answer);
  const upstreams = Object.fromEntries([names].flat().map((name) => [name, upstream.url]));
  return { upstream, ...(await gatewayHarness(upstreams, options)) };
}
