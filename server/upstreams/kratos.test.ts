import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { fakeUpstream } from '../../test/support/selfClosingGateway.ts';
import { providerCookies } from '../security/cookies/providerCookies.ts';
import { readSettings } from '../settings/config.ts';
import { createProvider } from './provider.ts';
import { frontendRequests } from './requests.ts';

test.each([[['csrf_token_a=b']], [['csrf_token_a=b', 'ory_kratos_session=c']]])(
  'the cookies %j that an answer sets are returned as a list, Secure on https',
  async (cookies) => {
    const upstream = await fakeUpstream((_request, response) =>
      response.writeHead(200, { 'Set-Cookie': cookies }).end('{}'),
    );
    const settings = readSettings({
      KRATOS_PUBLIC_URL: upstream.url,
      PORTAL_URL: 'https://portal.example',
      COOKIE_SECRET: 'a secret of thirty-two characters or more',
    });
    const provider = createProvider(settings, providerCookies('ory_kratos_session'));
    const { setCookie } = await provider.kratos.answer(frontendRequests.toSession());
    expect(setCookie).toEqual(cookies.map((line) => `${line}; Secure`));
    provider.close();
  },
);

test('a call for a browser that disconnects is aborted at Kratos as well', async () => {
  const { promise: ended, resolve } = Promise.withResolvers<undefined>();
  const upstream = await fakeUpstream(
    (request) => void request.socket.once('close', () => resolve(undefined)),
  );
  const settings = readSettings({ KRATOS_PUBLIC_URL: upstream.url, PROVIDER_TIMEOUT_MS: '0' });
  const provider = createProvider(settings, providerCookies('ory_kratos_session'));
  const gone = new AbortController();
  const arrived = once(upstream.server, 'request');
  const answer = provider.kratos.answer(frontendRequests.toSession(), {
    cookie: 'ory_kratos_session=a; other=b',
    signal: gone.signal,
  });
  await arrived;
  gone.abort();
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  await ended;
  expect(upstream.received).toMatchObject([
    {
      url: '/sessions/whoami',
      headers: { cookie: 'ory_kratos_session=a', 'x-forwarded-host': 'localhost:3000' },
    },
  ]);
  provider.close();
});
