import { afterEach, expect, test } from '@jest/globals';
import type { UiNode } from '@ory/client';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { closeHarness } from '../../test/support/gatewayHarness.ts';
import { getPage, markup, portalWith, sessionCookie } from '../../test/support/servedPage.ts';
import { removePasskey } from '../../shared/flow/messageId.ts';
import * as nodeGroup from '../../shared/flow/nodeGroup.ts';

afterEach(closeHarness);

const withPasskey = recordedFlow('settings-passkey');
const without = (isLeftOut: (node: UiNode) => boolean): object => ({
  ...withPasskey,
  ui: { ...withPasskey.ui, nodes: withPasskey.ui.nodes.filter((node) => !isLeftOut(node)) },
});
const withoutPasskey = without(({ meta }) => meta.label?.id === removePasskey);
const withoutMethod = without(({ group }) => group === nodeGroup.passkey);

const session = (methods: string[], ageMs = 0): object => ({
  id: 's1',
  active: true,
  authenticated_at: new Date(Date.now() - ageMs).toISOString(),
  authentication_methods: methods.map((method) => ({ method, aal: 'aal1' })),
  identity: { id: 'i1', schema_id: 'default', schema_url: '', traits: { name: { first: 'Ada' } } },
});

/** Returns the home page for a session, given the answer to a new settings flow. */
async function home(
  whoami: object,
  settings: [number, object] = [200, withoutPasskey],
  cookie = sessionCookie,
): Promise<string> {
  const portal = await portalWith({
    '/sessions/whoami': [200, whoami],
    '/self-service/settings/browser': settings,
  });
  const { text } = await getPage(portal, '/', cookie).expect(200);
  expect(markup(text)).toContain('Welcome, Ada');
  return markup(text);
}

const offer = 'Create a passkey';

test('the offer of a passkey is made after a sign-in with a password, with a second factor or without, and carries no other form', async () => {
  for (const methods of [['password'], ['password', 'totp']]) {
    const page = await home(session(methods));
    expect(page).toContain(offer);
    expect(page).toMatch(/name="passkey_create_data"/);
    expect(page).not.toMatch(/name="(?:traits|password|webauthn)/);
  }
});

test.each<[string, object]>([
  ['a passkey', session(['passkey'])],
  ['a social account', session(['oidc'])],
  ['a password if that was too long ago to change anything', session(['password'], 16 * 60 * 1000)],
])('the offer of a passkey is not made after a sign-in with %s', async (_, whoami) => {
  expect(await home(whoami)).not.toContain(offer);
});

test.each<[string, [number, object]]>([
  ['has a passkey already', [200, withPasskey]],
  ['cannot have one', [200, withoutMethod]],
  ['is not allowed to change anything', [403, { error: { id: 'session_refresh_required', code: 403 } }]],
])('the offer of a passkey is not made to a user who %s', async (_, settings) => {
  expect(await home(session(['password']), settings)).not.toContain(offer);
});

test('the offer of a passkey is not made again on a device where it was declined', async () => {
  const cookie = `${sessionCookie}; portal_no_passkey_offer=1`;
  expect(await home(session(['password']), undefined, cookie)).not.toContain(offer);
});

test('the home page says that the offered passkey was created, once the provider says so', async () => {
  const saved = recordedFlow('settings-saved');
  const visit = async (flow: object, change: string): Promise<string> => {
    const portal = await portalWith({
      '/sessions/whoami': [200, session(['password'])],
      '/self-service/settings/browser': [200, withPasskey],
      '/self-service/settings/flows': [200, flow],
    });
    const cookie = `${sessionCookie}; portal_change=${saved.id}.${change}.answered`;
    return markup((await getPage(portal, '/', cookie).expect(200)).text);
  };
  expect(await visit(saved, 'passkey')).toContain('Passkey added.');
  expect(await visit(withPasskey, 'passkey')).not.toContain('Passkey added.');
  expect(await visit(saved, 'passkey.seen')).not.toContain('Passkey added.');
});
