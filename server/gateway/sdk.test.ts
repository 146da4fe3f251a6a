import { beforeEach, describe, expect, test } from '@jest/globals';
import * as client from '@ory/client';
import * as olderClient from 'ory-client-1.4.9';
import { catalogue, type Operation } from '../operations/catalogue.ts';
import { upstreamSettings, type Upstream } from '../operations/operation.ts';
import {
  fakeUpstream,
  type FakeUpstream,
  gatewayHarness,
  type Received,
} from '../../test/support/selfClosingGateway.ts';
import { sdkOperations, type SdkOperation } from '../../test/support/sdkOperations.ts';

type Api = Record<string, (parameters: object) => Promise<unknown>>;
interface Client {
  Configuration: new (parameters: object) => object;
}

const rows = new Map<string, Operation>(catalogue.map((row) => [row.operation, row]));
const rowOf = (name: string): Operation => {
  const row = rows.get(name);
  if (!row) throw new Error(`${name} is not in the catalogue`);
  return row;
};

/** Returns a valid value for an argument, with characters that have to be encoded. */
function valueOf(argument: string, row: Operation): unknown {
  const parameter = row.parameters.find((one) => one.argument === argument);
  const text = parameter?.values?.at(-1) ?? `${argument} é&=+?#:;@ü`;
  if (parameter?.in === 'header') return 'ory_kratos_session=s; other=1';
  if (parameter?.type === 'string[]') return [text, parameter.values?.at(0) ?? 'b,c'];
  if (parameter?.type === 'number') return 7;
  if (parameter?.type === 'boolean') return true;
  if (parameter) return text;
  if (row.body?.types.includes('text/plain')) return 'class Portal {}\n';
  return argument === 'jsonPatch'
    ? [{ op: 'add', path: '/é', value: [1, null] }]
    : { [argument]: 'é', list: [1, { a: true }] };
}

/** Makes a call with a client, and returns what the upstream received. */
async function called(
  module: object,
  sdk: SdkOperation,
  basePath: string,
  upstream: FakeUpstream,
): Promise<Received> {
  const name = `${sdk.api.replace(/^[a-z]/, (first) => first.toUpperCase())}Api`;
  const { Configuration } = module as Client;
  const ApiClass = (module as Record<string, new (configuration: object) => Api>)[name];
  if (!ApiClass) throw new Error(`the client has no ${name}`);
  const configuration = new Configuration({
    basePath,
    accessToken: 'mine',
    baseOptions: { headers: { 'X-CSRF-Token': 'good' } },
  });
  const row = rowOf(sdk.operation);
  const parameters = Object.fromEntries(sdk.arguments.map((argument) => [argument, valueOf(argument, row)]));
  await new ApiClass(configuration)[sdk.operation]?.(parameters);
  const [received] = upstream.received.splice(0);
  if (!received) throw new Error('nothing arrived');
  return received;
}

/**
 * Headers that may differ between a direct call and one through the gateway: credentials, and those that the gateway sets.
 */
const own =
  /^(?:authorization|cookie|x-session-token|x-csrf-token|x-forwarded-\w+|true-client-ip|x-request-id|priority|traceparent|host|connection)$/;
const shared = ({ headers }: Received): object =>
  Object.fromEntries(
    // a missing length and a length of 0 mean the same
    Object.entries(headers).filter(
      ([name, value]) => !own.test(name) && `${name}: ${String(value)}` !== 'content-length: 0',
    ),
  );

let upstream: FakeUpstream;
let portal: string;

beforeEach(async () => {
  upstream = await fakeUpstream();
  const everywhere = Object.keys(upstreamSettings).map((name) => [name, upstream.url]);
  const upstreams = Object.fromEntries(everywhere) as Record<Upstream, string>;
  ({ url: portal } = await gatewayHarness(upstreams, {
    adminToken: 'ours',
    authorize: () => Promise.resolve({}),
  }));
});
describe.each([
  ['1.22.66', client, await sdkOperations(client)],
  ['1.4.9', olderClient, await sdkOperations(olderClient)],
])('every operation of @ory/client %s arrives as if sent directly', (_version, module, operations) => {
  test.each(operations.map((sdk) => [sdk.operation, sdk] as const))('%s', async (name, sdk) => {
    const row = rowOf(name);
    const straight = await called(module, sdk, upstream.url, upstream);
    const through = await called(module, sdk, portal, upstream);
    expect([through.method, through.url]).toEqual([straight.method, row.forwardAs ?? straight.url]);
    if (name.endsWith('OidcDynamicClient') && straight.body) {
      const client = JSON.parse(straight.body) as object;
      expect(JSON.parse(through.body)).toEqual({ ...client, owner: 'self-registered' });
      straight.headers['content-length'] = String(Buffer.byteLength(through.body));
    } else expect(through.body).toBe(straight.body);
    // the gateway requests answers that it reads itself without compression
    if (through.headers['accept-encoding'] === 'identity') straight.headers['accept-encoding'] = 'identity';
    expect(shared(through)).toEqual(shared(straight));
    if (row.access === 'admin') {
      expect(through.headers.authorization).toBe('Bearer ours');
      expect(through.headers.cookie).toBeUndefined();
    } else {
      expect([straight.headers.authorization, undefined]).toContain(through.headers.authorization);
      // a sign-up's form also carries its id
      const [cookie] = through.headers.cookie?.split('; portal_sign_up_id=') ?? [];
      if (straight.headers.cookie) expect(cookie).toBe('ory_kratos_session=s');
    }
  });
});
