import { expect, test } from '@jest/globals';
import { oauth2Client } from './challenges.ts';
import { clientDetails } from './clientDetails.ts';

const fields = ['logo_uri', 'client_uri', 'policy_uri', 'tos_uri'];
const shown = (url: string) =>
  clientDetails(oauth2Client.parse(Object.fromEntries(fields.map((field) => [field, url]))));

test('a client’s links are shown if they are absolute http or https URLs', () => {
  const url = 'https://harbor.example/about';
  expect(shown(url)).toMatchObject({ logoUrl: url, url, policyUrl: url, termsUrl: url });
});

test.each(['/settings', '//elsewhere.example/', 'javascript:alert(1)', 'about', ''])(
  'a client’s link %j is left out, because it leads into the portal or is not a link',
  (url) => {
    expect(Object.values(shown(url)).filter((value) => value !== undefined)).toEqual([]);
  },
);

test('a client without a name, or with a blank one, has none', () => {
  for (const client_name of [undefined, null, '', ' '])
    expect(clientDetails(oauth2Client.parse({ client_name })).name).toBeUndefined();
});
