import { afterEach, expect, test } from '@jest/globals';
import { createTypedFieldsCookie } from '../security/typedFields.ts';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { closeHarness } from '../../test/support/gatewayHarness.ts';
import { cookieSecret, getPage, markup, portalWith } from '../../test/support/servedPage.ts';

afterEach(closeHarness);

const refused = recordedFlow('registration-taken');
const typedFields = createTypedFieldsCookie({ secret: cookieSecret, portalUrl: 'http://portal.test' });
const kept = (flow: string): string =>
  typedFields
    .keep(flow, [
      ['traits.email', 'ann@acme.example'],
      ['traits.name.first', 'Ann'],
      ['traits.tos', 'true'],
    ])
    ?.split(';')[0] ?? '';

/** The page of a refused sign-up, to a browser without scripts. */
const page = async (cookie: string): Promise<string> => {
  const app = await portalWith({ '/self-service/registration/flows': [200, refused] });
  return markup((await getPage(app, `/registration?flow=${refused.id}`, cookie).expect(200)).text);
};

const inputOf = (html: string, name: string): string =>
  Array.from(html.matchAll(/<input[^>]*>/g), ([tag]) => tag).find((tag) => tag.includes(`name="${name}"`)) ??
  '';

test('a refused sign-up shows again what was typed, with the boxes that were ticked', async () => {
  const html = await page(kept(refused.id));
  expect(inputOf(html, 'traits.email')).toContain('value="ann@acme.example"');
  expect(inputOf(html, 'traits.name.first')).toContain('value="Ann"');
  expect(inputOf(html, 'traits.tos')).toContain('checked=""');
  expect(inputOf(html, 'traits.doctor')).not.toContain('checked=""');
});

test('what was typed into another flow is not shown', async () => {
  const html = await page(kept('another flow'));
  expect(html).not.toContain('Ann');
  expect(inputOf(html, 'traits.tos')).not.toContain('checked=""');
});
