import { expect, test } from '@jest/globals';
import { type Answers, kratosWith } from '../../../test/support/checkedKratos.ts';
import { fakeUpstream } from '../../../test/support/selfClosingGateway.ts';
import { connectToCheck } from './checkedKratos.ts';
import type { Check } from './checkProvider.ts';
import { mailedCodes, recoveryAddresses, returnUrls } from './thorough.ts';

/** Returns what a check finds in front of a made-up Kratos. */
async function findings(check: Check, answers: Answers): Promise<string[]> {
  const { settings } = await kratosWith(answers);
  const kratos = connectToCheck(settings);
  const found = await check(kratos, 'somebody@portal-check.invalid', settings);
  kratos.close();
  return found.map(({ dangerous, text }) => `${dangerous ? 'DANGER' : 'note'} ${text}`);
}

const schemaWith = (email: object, more: object = {}): Answers => ({
  'GET /schemas': [
    200,
    [
      {
        id: 'staff',
        schema: {
          properties: {
            traits: {
              type: 'object',
              properties: { email: { 'ory.sh/kratos': email }, ...more },
            },
          },
        },
      },
    ],
  ],
});
const via = { via: 'email' };

test('names each trait that recovers an account but is never verified, also in lists', async () => {
  expect(await findings(recoveryAddresses, schemaWith({ recovery: via, verification: via }))).toEqual([]);
  const others = { type: 'array', items: { properties: { at: { 'ory.sh/kratos': { recovery: via } } } } };
  expect(await findings(recoveryAddresses, schemaWith({ recovery: via }, { others }))).toEqual([
    expect.stringMatching(/^DANGER An address in traits\.email \(identity schema staff\)/),
    expect.stringMatching(/^DANGER An address in traits\.others\.at /),
  ]);
});

test.each([
  ['code', 0],
  ['identifier_first', 0],
  ['password', 1],
])('a sign-in with the group %s leaves %d notes about mailed codes', async (group, count) => {
  const answer: [number, unknown] = [200, { id: 'flow', ui: { nodes: [{ group }] } }];
  expect(await findings(mailedCodes, { 'GET /self-service/login/api': answer })).toHaveLength(count);
});

test.each([
  ['*.portal.example', 'https://portal-check.account.portal.example/'],
  ['*account.portal.example', 'https://portal-check.account.portal.example/'],
  ['*', 'https://portal-check.invalid/'],
  ['account.portal.example', undefined],
])('finds the wildcard %s in Kratos’ allowed_return_urls', async (allowed, found) => {
  const kratos = await fakeUpstream(({ url = '' }, response) => {
    const returnTo = new URL(url, 'http://kratos').searchParams.get('return_to') ?? '';
    const { host } = new URL(returnTo);
    // Kratos compares the ends of the hosts
    const isAllowed = allowed.startsWith('*') ? host.endsWith(allowed.slice(1)) : host === allowed;
    response.writeHead(isAllowed ? 200 : 400, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isAllowed ? { id: 'flow', return_to: returnTo } : {}));
  });
  const { settings } = await kratosWith();
  const own = { ...settings, KRATOS_PUBLIC_URL: kratos.url, PORTAL_URL: 'https://account.portal.example' };
  const connected = connectToCheck(own);
  const texts = (await returnUrls(connected, '', own)).map(({ text }) => text);
  connected.close();
  expect(texts).toEqual(found === undefined ? [] : [expect.stringContaining(found)]);
});
