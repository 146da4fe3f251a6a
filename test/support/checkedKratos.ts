import type { RequestListener } from 'node:http';
import type { CheckSettings } from '../../server/upstreams/check/checkedKratos.ts';
import { confirmByCode } from '../../shared/flow/messageId.ts';
import { fakeUpstream, type FakeUpstream } from './selfClosingGateway.ts';

/** The id of each identity that it creates. */
export const identityId = '0b0e8f5e-5f1c-4b0e-8d5b-6a7d3a1c2b3d';
const schemas = [
  {
    id: 'default',
    schema: {
      properties: {
        traits: {
          type: 'object',
          properties: {
            email: {
              'ory.sh/kratos': {
                credentials: { password: { identifier: true } },
                verification: { via: 'email' },
              },
            },
          },
        },
      },
    },
  },
];

/** Answers by method and path. */
export type Answers = Record<string, [status: number, body: unknown]>;
/** Those of a Kratos that asks the portal. */
const safe: Answers = {
  'GET /schemas': [200, schemas],
  'GET /admin/version': [200, { version: 'v26.2.0' }],
  'GET /admin/identities': [200, []],
  'POST /admin/identities': [201, { id: identityId }],
  [`DELETE /admin/identities/${identityId}`]: [204, undefined],
  'GET /self-service/login/api': [200, { id: 'flow' }],
  'POST /self-service/login': [400, { ui: { messages: [{ id: confirmByCode }] } }],
};

/**
 * Starts a made-up Kratos that asks the portal.
 *
 * @returns its answers, which may be changed, and the settings of a portal in front of it
 */
export async function kratosWith(
  overrides: Answers = {},
): Promise<{ kratos: FakeUpstream; answers: Answers; settings: CheckSettings }> {
  const answers = { ...safe, ...overrides };
  const listener: RequestListener = ({ method = '', url = '' }, response) => {
    const [status, body] = answers[`${method} ${url.split('?')[0]}`] ?? [404, {}];
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  const kratos = await fakeUpstream(listener);
  const settings = {
    KRATOS_PUBLIC_URL: kratos.url,
    KRATOS_ADMIN_URL: kratos.url,
    ORY_ADMIN_API_TOKEN: undefined,
    PORTAL_URL: 'https://portal.example',
    COOKIE_SECRET: 'a secret of thirty-two characters or more',
    NODE_ENV: 'production',
  };
  return { kratos, answers, settings };
}

/** Returns the calls that it got, without their queries. */
export const callsOf = ({ received }: FakeUpstream): string[] =>
  received.map(({ method, url }) => `${method} ${url.split('?')[0]}`);
