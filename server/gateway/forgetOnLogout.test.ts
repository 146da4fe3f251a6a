import { afterEach, expect, test } from '@jest/globals';
import { closeHarness, fakeUpstream, gatewayHarness } from '../../test/support/gatewayHarness.ts';
import { createFlowAddress } from '../security/flowAddress.ts';
import { createLastAddress } from '../security/lastAddress.ts';

afterEach(closeHarness);

const keys = { secret: 'a secret', portalUrl: 'https://portal.example' };
const lines = [
  createFlowAddress(keys).keep('f1', 'ann@acme.example'),
  createLastAddress(keys).keep('ann@acme.example', undefined),
];
const cookie = lines.map((line = '') => line.split(';', 1)[0]).join('; ');

test.each<[string, number, string | undefined, number]>([
  ['a script', 204, undefined, 2],
  ['a browser', 303, 'https://portal.example/login', 2],
  ['a browser, whose session is another', 303, 'https://portal.example/error?id=e1', 0],
  ['a script, whose session is another', 403, undefined, 0],
])(
  'a logout at the provider’s own path by %s leaves no address behind',
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
      .filter((line) => /^[^=]*portal_(?:last_)?address=;/.test(line));
    expect(expired).toHaveLength(gone);
  },
);
