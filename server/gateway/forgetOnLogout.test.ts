import { afterEach, expect, test } from '@jest/globals';
import { closeHarness, fakeUpstream, gatewayHarness } from '../../test/support/gatewayHarness.ts';
import { createFlowAddress } from '../security/cookies/flowAddress.ts';
import { createLastAddress } from '../security/cookies/lastAddress.ts';
import { createTypedFieldsCookie } from '../security/cookies/typedFields.ts';

afterEach(closeHarness);

const keys = { secret: 'a secret', portalUrl: 'https://portal.example' };
const lines = [
  createFlowAddress(keys).keep('f1', 'ann@acme.example'),
  createLastAddress(keys).keep('ann@acme.example', undefined),
  createTypedFieldsCookie(keys).keep('f1', [['traits.email', 'ann@acme.example']]),
];
const cookie = lines.map((line = '') => line.split(';', 1)[0]).join('; ');

test.each<[string, number, string | undefined, number]>([
  ['a script', 204, undefined, 3],
  ['a browser', 303, 'https://portal.example/login', 3],
  ['a browser with another session', 303, 'https://portal.example/error?id=e1', 0],
  ['a script with another session', 403, undefined, 0],
])(
  'a logout at the provider’s own path by %s answers %i and deletes the remembered addresses if it succeeds',
  async (_who, status, location, gone) => {
    const upstream = await fakeUpstream((_request, response) =>
      response.writeHead(status, { ...(location && { Location: location }) }).end(),
    );
    const { url } = await gatewayHarness({ kratosPublic: upstream.url });
    const answer = await fetch(`${url}/self-service/logout?token=t`, {
      redirect: 'manual',
      headers: { cookie, Accept: location ? 'text/html' : 'application/json' },
    });
    expect(answer.status).toBe(status);
    const expired = answer.headers
      .getSetCookie()
      .filter((line) => /^[^=]*portal_(?:address|last_address|typed)=;/.test(line));
    expect(expired).toHaveLength(gone);
  },
);
