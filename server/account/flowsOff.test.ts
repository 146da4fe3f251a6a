import { afterEach, expect, test } from '@jest/globals';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { closeHarness } from '../../test/support/gatewayHarness.ts';
import { oauth2Harness, session } from '../../test/support/oauth2Harness.ts';
import { getPage, markup, portalWith } from '../../test/support/servedPage.ts';

afterEach(closeHarness);

const off = (what: string): [number, object] => [
  400,
  { error: { code: 400, reason: `${what} is not allowed because it was disabled.` } },
];

test('once the provider has refused a flow as turned off, no page links to it', async () => {
  const app = await portalWith({
    '/self-service/login/browser': [200, recordedFlow('login')],
    '/self-service/verification/browser': [200, recordedFlow('verification')],
    '/self-service/registration/browser': off('Registration'),
    '/self-service/recovery/browser': off('Recovery'),
  });
  const pages = ['/', '/login', '/verification'];
  const linked = async (): Promise<string[]> => {
    const texts = await Promise.all(pages.map(async (path) => markup((await getPage(app, path)).text)));
    return texts.flatMap((text) =>
      Array.from(text.matchAll(/href="(\/(?:registration|recovery))/g), ([, href]) => href ?? ''),
    );
  };
  expect((await linked()).sort()).toEqual(['/recovery', '/registration', '/registration', '/registration']);
  await getPage(app, '/registration').expect(400);
  await getPage(app, '/recovery').expect(400);
  expect(await linked()).toEqual([]);
});

test.each([
  ['offer', [200, recordedFlow('verification')], true],
  ['do not offer', off('Verification'), false],
] as const)(
  'the settings %s to mail a code to an unverified address, as verification is on or off',
  async (_how, verification, isOffered) => {
    const unproved = [{ id: 'a1', value: 'ada@example.org', via: 'email', verified: false }];
    const identity = { ...session.identity, verifiable_addresses: unproved };
    const { visit } = await oauth2Harness(
      {},
      {
        'GET /sessions/whoami': [200, { ...session, identity }],
        'GET /self-service/settings/browser': [200, { ...recordedFlow('settings'), identity }],
        'GET /self-service/verification/browser': [...verification],
      },
    );
    const text = markup((await visit('/settings')).text);
    expect(text.includes('>Email me a code<')).toBe(isOffered);
  },
);
