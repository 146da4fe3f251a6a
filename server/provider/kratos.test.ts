import { once } from 'node:events';
import { afterEach, expect, test } from '@jest/globals';
import { closeHarness, fakeUpstream } from '../../test/support/gatewayHarness.ts';
import { providerCookies } from '../security/providerCookies.ts';
import { readSettings } from '../settings/config.ts';
import { createProvider } from './provider.ts';

afterEach(closeHarness);

test('a call for a browser that disconnects is aborted at Kratos as well', async () => {
  const { promise: ended, resolve } = Promise.withResolvers<undefined>();
  const upstream = await fakeUpstream(
    (request) => void request.socket.once('close', () => resolve(undefined)),
  );
  const settings = readSettings({ KRATOS_PUBLIC_URL: upstream.url, PROVIDER_TIMEOUT_MS: '0' });
  const provider = createProvider(settings, providerCookies('ory_kratos_session'));
  const gone = new AbortController();
  const arrived = once(upstream.server, 'request');
  const answer = provider.kratos.answer(
    (frontend) => frontend.toSession({ cookie: 'ory_kratos_session=a; other=b' }),
    gone.signal,
  );
  await arrived;
  gone.abort();
  await expect(answer).rejects.toMatchObject({ code: 'ERR_CANCELED' });
  await ended;
  expect(upstream.received).toMatchObject([
    {
      url: '/sessions/whoami',
      headers: { cookie: 'ory_kratos_session=a', 'x-forwarded-host': 'localhost:3000' },
    },
  ]);
  provider.close();
});
