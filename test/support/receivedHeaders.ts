import type { IncomingHttpHeaders } from 'node:http';
import type { GatewayOptions } from '../../server/gateway/gateway.ts';
import type { Upstream } from '../../server/operations/operation.ts';
import { fakeUpstream, gatewayHarness, sendRaw } from './selfClosingGateway.ts';

interface Sent extends Partial<GatewayOptions> {
  /** The upstream that the path belongs to; `kratosPublic` by default. */
  upstream?: Upstream;
  /** The path of a GET operation; whoami by default. */
  path?: string;
}

/**
 * Returns the headers that an upstream receives for a request through a gateway that lets everybody call everything.
 *
 * @param lines the request's header lines, without Host
 * @returns the headers, and as `upstreamHost` the Host that they should have
 */
export async function receivedHeaders(
  lines: string[],
  { upstream = 'kratosPublic', path = '/sessions/whoami', ...options }: Sent = {},
): Promise<IncomingHttpHeaders & { upstreamHost: string }> {
  const fake = await fakeUpstream();
  const { port } = await gatewayHarness(
    { [upstream]: fake.url },
    { authorize: () => Promise.resolve({}), ...options },
  );
  await sendRaw(port, [`GET ${path} HTTP/1.1`, 'Host: evil.example', ...lines, '', ''].join('\r\n'), /\{\}$/);
  const [request] = fake.received;
  if (!request) throw new Error('the upstream received no request');
  return { ...request.headers, upstreamHost: new URL(fake.url).host };
}
