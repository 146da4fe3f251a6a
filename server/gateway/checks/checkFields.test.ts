import { describe, expect, test } from '@jest/globals';
import { fakeUpstream, type FakeUpstream, gatewayHarness } from '../../../test/support/selfClosingGateway.ts';

const calls = [
  ['/oauth2/token', 'grantType', 'oauth2TokenExchange', 'grant_type=authorization_code'],
  ['/oauth2/revoke', 'token', 'revokeOAuth2Token', 'token=a'],
  ['/admin/oauth2/introspect', 'token', 'introspectOAuth2Token', 'token=a'],
] as const;

const asAdmin = { authorize: () => Promise.resolve({ caller: { by: 'session', id: 'a' } }) as never };

async function post(path: string, body: string | ReadableStream, upstream: FakeUpstream): Promise<Response> {
  const { url } = await gatewayHarness({ hydraPublic: upstream.url, hydraAdmin: upstream.url }, asAdmin);
  return fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body,
    duplex: 'half',
  } as RequestInit);
}

const streamOf = (text: string): ReadableStream => new Blob([text]).stream() as ReadableStream;

describe.each(calls)('%s', (path, argument, operation, good) => {
  test.each([
    ['another field', 'scope=a&client_id=b'],
    ['the field in another case', good.toUpperCase()],
    ['a longer name that begins with the field’s', good.replace('=', 'x=')],
    ['no name', '=a&&='],
  ])('without its required field is refused before it reaches the provider: %s', async (_what, body) => {
    const upstream = await fakeUpstream();
    for (const sent of [body, streamOf(body)]) {
      const answer = await post(path, sent, upstream);
      expect(answer.status).toBe(400);
      const reason = `Required parameter ${argument} was null or undefined when calling ${operation}`;
      expect(await answer.json()).toMatchObject(
        path.startsWith('/admin')
          ? { error: { id: 'parameter_required', reason } }
          : { error: 'invalid_request', error_description: reason },
      );
    }
    expect(upstream.received).toEqual([]);
  });

  test('with its required field arrives unchanged', async () => {
    const upstream = await fakeUpstream();
    const encoded = good.replace('=', '=%FF+').replace('o', '%6F');
    for (const sent of [`scope=a%20b&${good}`, encoded, streamOf(good)])
      expect((await post(path, sent, upstream)).status).toBe(200);
    expect(upstream.received.map(({ body }) => body)).toEqual([`scope=a%20b&${good}`, encoded, good]);
  });
});
