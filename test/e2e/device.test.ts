import { beforeAll, describe, expect, test } from '@jest/globals';
import * as openid from 'openid-client';
import { findingsInDarkAndNarrow } from '../support/accessibility.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useOAuth2 } from '../support/useOAuth2.ts';

const { stack, visit, url, adminUrl } = await useOAuth2();
let account: TestIdentity;
let television: openid.Configuration;

/** Registers a device as a client. */
async function registerDevice(): Promise<openid.Configuration> {
  const answer = await fetch(`${adminUrl}/admin/clients`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Living Room TV',
      grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
      scope: 'openid profile',
      token_endpoint_auth_method: 'none',
    }),
  });
  const { client_id: id } = (await answer.json()) as { client_id: string };
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the tests' portal is on http
  const options = { execute: [openid.allowInsecureRequests] };
  return openid.discovery(new URL(url), id, undefined, openid.None(), options);
}

beforeAll(async () => {
  account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
  television = await registerDevice();
});

const ask = (): Promise<openid.DeviceAuthorizationResponse> =>
  openid.initiateDeviceAuthorization(television, { scope: 'openid profile' });

/** Requests a device's tokens once. */
async function poll({ device_code }: openid.DeviceAuthorizationResponse): Promise<object> {
  const body = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    client_id: television.clientMetadata().client_id,
    device_code,
  });
  const answer = await fetch(`${url}/oauth2/token`, { method: 'POST', body });
  return { status: answer.status, ...((await answer.json()) as object) };
}

const atThePortal = (address: string): string => address.slice(url.length);

describe.each(scriptsOnAndOff)('$how, a device', ({ scripts }) => {
  test('is signed in with the code that it shows, once the user has signed in and consented', async () => {
    const asked = await ask();
    const visitor = await visit(atThePortal(asked.verification_uri), { scripts });
    await visitor.arrives('Connect a device');
    const { user_code: code } = asked;
    await visitor.fill(/^Code on your device/, ` ${code.slice(0, 4)}-${code.slice(4)}`);
    await visitor.press('Continue');
    await visitor.arrives('Sign in');
    await visitor.signIn(account.email, account.password);
    await visitor.arrives('Authorize Living Room TV');
    await visitor.press('Allow');
    await visitor.arrives('Your device is connected');
    const tokens = await openid.pollDeviceAuthorizationGrant(television, asked);
    expect(tokens.claims()).toMatchObject({ given_name: 'Ada' });
  });

  test('is not signed in with a wrong code: the page reports it at the field, and keeps what was typed', async () => {
    const visitor = await visit('/device', { scripts });
    await visitor.fill(/^Code on your device/, 'WRONG-ONE');
    await visitor.press('Continue');
    expect(await visitor.messageAt(/^Code on your device/)).toContain('This code is wrong or has expired.');
    expect(await visitor.page.getByLabel(/^Code on your device/).inputValue()).toBe('WRONG-ONE');
  });

  test('is not connected by a link with its code until the user presses the button, nor if the user denies access', async () => {
    const asked = await ask();
    const visitor = await visit(atThePortal(asked.verification_uri_complete ?? ''), { scripts });
    expect(await visitor.page.getByLabel(/^Code on your device/).inputValue()).toBe(asked.user_code);
    await visitor.press('Continue');
    await visitor.signIn(account.email, account.password);
    await visitor.arrives('Authorize Living Room TV');
    await visitor.press('Deny');
    await visitor.arrives('Your device was not connected');
    // Hydra does not tell the device about the denial
    expect(await poll(asked)).toMatchObject({ status: 400, error: 'authorization_pending' });
  });
});

test('the pages have no accessibility problems in either theme, and fit a phone', async () => {
  const visitor = await visit('/device');
  await visitor.press('Continue');
  await visitor.reads('Enter the code that your device shows.');
  expect(await findingsInDarkAndNarrow(visitor.page)).toEqual([]);
  await visitor.context.addCookies([{ name: 'portal_connected', value: '1', url }]);
  await visitor.open('/device/done');
  await visitor.arrives('Your device is connected');
  expect(await findingsInDarkAndNarrow(visitor.page)).toEqual([]);
});
