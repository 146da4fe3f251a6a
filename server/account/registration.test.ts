import { afterEach, expect, test } from '@jest/globals';
import { createTypedFieldsCookie } from '../security/cookies/typedFields.ts';
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

/** Returns the page of a refused sign-up as a browser without scripts gets it. */
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

const unfinished = recordedFlow('registration-social-missing');

/** Returns the page after a social sign-up that lacks a trait, optionally with a refused value in a field. */
async function step(name?: string, value?: string): Promise<string> {
  const nodes = unfinished.ui.nodes.map((node) =>
    'name' in node.attributes && node.attributes.name === name
      ? {
          ...node,
          attributes: { ...node.attributes, value },
          messages: [{ id: 4000001, type: 'error', text: `"${String(value)}" is not valid "email"` }],
        }
      : node,
  );
  const flow = { ...unfinished, ui: { ...unfinished.ui, nodes } };
  const app = await portalWith({ '/self-service/registration/flows': [200, flow] });
  return (await getPage(app, `/registration?flow=${flow.id}`).expect(200)).text;
}

test('a trait that a social provider left out is asked for in one more step, not marked as an error', async () => {
  const document = await step();
  const html = markup(document);
  expect(html).not.toContain('aria-invalid="true"');
  expect(html).not.toContain('Check this box');
  expect(html).toContain('Almost there.');
  expect(document).not.toMatch(/<title>Error:/);
  expect(inputOf(html, 'traits.tos')).toMatch(/autofocus|data-start/i);
});

test('a social provider’s value that Kratos refuses is marked as an error, a missing one beside it is not', async () => {
  const html = markup(await step('traits.email', 'ann@'));
  expect(inputOf(html, 'traits.email')).toContain('aria-invalid="true"');
  expect(inputOf(html, 'traits.tos')).not.toContain('aria-invalid="true"');
  expect(html).not.toContain('Almost there.');
});

test('a trait missing from any other sign-up is marked as an error', async () => {
  const refusedWithout = recordedFlow('registration-errors');
  const app = await portalWith({ '/self-service/registration/flows': [200, refusedWithout] });
  const { text } = await getPage(app, `/registration?flow=${refusedWithout.id}`).expect(200);
  expect(markup(text)).toContain('aria-invalid="true"');
  expect(markup(text)).not.toContain('Almost there.');
});
