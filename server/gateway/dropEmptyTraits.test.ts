import { afterEach, expect, test } from '@jest/globals';
import {
  closeHarness,
  fakeUpstream,
  gatewayHarness,
  type Received,
} from '../../test/support/gatewayHarness.ts';

afterEach(closeHarness);

const form = 'application/x-www-form-urlencoded';

/** Returns what the provider receives of a form that a browser posts. */
async function received(path: string, body: string, type = form): Promise<Received | undefined> {
  const upstream = await fakeUpstream();
  const { url } = await gatewayHarness({ kratosPublic: upstream.url });
  await fetch(`${url}${path}?flow=f1`, { method: 'POST', headers: { 'Content-Type': type }, body });
  return upstream.received[0];
}

test.each(['/self-service/registration', '/self-service/settings'])(
  'without scripts, a trait that is left empty at %s is not sent: a list would get it as an entry',
  async (path) => {
    const fields =
      'csrf_token=a%2Bb&traits.tags=&traits.tags=x&traits.name.first=&traits.sizes=&method=profile&code=';
    const { body, headers } = (await received(path, fields)) ?? {};
    expect(body).toBe('csrf_token=a%2Bb&traits.tags=x&method=profile&code=');
    expect(headers?.['content-length']).toBe(String(body?.length));
  },
);

test('a form that ends other sessions is sent with its own length, whatever it leaves out', async () => {
  const fields = 'traits.tags=&passkey_remove=abc&csrf_token=t';
  const { body, headers } = (await received('/self-service/settings', fields)) ?? {};
  expect(body).toBe('passkey_remove=abc&csrf_token=t');
  expect(headers?.['content-length']).toBe(String(body?.length));
});

test('other forms, and those of scripts, are sent as they are', async () => {
  const fields = 'traits.tags=&method=password';
  expect((await received('/self-service/login', fields))?.body).toBe(fields);
  expect((await received('/self-service/settings', 'traits.x=y&a=', form))?.body).toBe('traits.x=y&a=');
  const json = '{"a":"&traits.tags=&"}';
  expect((await received('/self-service/settings', json, 'application/json'))?.body).toBe(json);
});
