import { expect, test } from '@jest/globals';
import { gatewayTo } from '../../test/support/selfClosingGateway.ts';
import {
  createFlowAddress,
  createLastAddress,
  createTypedFieldsCookie,
} from '../security/cookies/pageCookies.ts';

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
    const { url } = await gatewayTo('kratosPublic', (_request, response) =>
      response.writeHead(status, { ...(location && { Location: location }) }).end(),
    );
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

test.each([
  ['nobody is signed in', '', '/login', true],
  ['somebody is signed in', 'ory_kratos_session=s1', '/login', false],
  ['the portal asks first', '', '/logout?logout_challenge=c1', false],
  ['it continues at an application', '', 'https://harbor.example/goodbye', false],
])('the sign-in page after a logout at Hydra says so: %s', async (_when, cookie, to, says) => {
  const { url } = await gatewayTo('hydraPublic', (_request, response) =>
    response.writeHead(302, { Location: to }).end(),
  );
  const answer = await fetch(`${url}/oauth2/sessions/logout`, {
    redirect: 'manual',
    headers: { cookie, Accept: 'text/html' },
  });
  expect(answer.headers.getSetCookie().some((line) => line.includes('portal_signed_out=1'))).toBe(says);
});
