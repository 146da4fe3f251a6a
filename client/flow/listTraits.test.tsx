import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { UiText } from '@ory/client';
import type { FlowOf } from '../../shared/page.ts';
import { button, field, harness, json, setUpFlowHarness, show } from '../../test/support/flowHarness.tsx';
import { flowOf, input, method, text } from '../../test/support/flows/flowParts.ts';

setUpFlowHarness();

const profile = (...messages: UiText[]): FlowOf['settings'] =>
  flowOf('settings', [
    { ...input('profile', 'traits.tags', 'text', {}, text(1070002, 'Tags')), messages },
    input('profile', 'traits.nick', 'text', {}, text(1070002, 'Nickname')),
    method('profile', text(1070003, 'Save')),
  ]);

/** A refusal of a text where a value of one of these types is expected. */
const takes = (...types: string[]): UiText =>
  text(
    4000026,
    `expected ${types.join(' or ')}, but got string`,
    { actual_type: 'string', allowed_types: types },
    'error',
  );

const tagsSent = (): unknown[] =>
  harness.calls.map(({ body }) => (body as { traits: { tags: unknown } }).traits.tags);

/** Types into the fields and saves. */
async function save(): Promise<void> {
  await userEvent.type(field('Tags'), 'new');
  await userEvent.type(field('Nickname'), 'Ann');
  await userEvent.click(button('Save'));
}

test('text for an empty list, which a flow shows as a text field, is sent again as the list’s entry', async () => {
  show('settings', profile());
  harness.answers = [json(400, profile(takes('array', 'null'))), json(200, profile())];
  await save();
  await waitFor(() => expect(harness.calls).toHaveLength(2));
  expect(tagsSent()).toEqual(['new', ['new']]);
  expect(harness.calls[1]?.body).toMatchObject({ method: 'profile', traits: { nick: 'Ann' } });
  expect(field('Tags').getAttribute('aria-invalid')).toBe('false');
});

test('if the list is refused as well, the error is shown and nothing more is sent', async () => {
  show('settings', profile());
  const refusal = text(4000023, 'too many', { max_items: 0, actual_items: 1 }, 'error');
  harness.answers = [json(400, profile(takes('array'))), json(400, profile(refusal))];
  await save();
  await screen.findByText(/allowed; you have 1/);
  expect(harness.calls).toHaveLength(2);
});

test('text for an empty list of numbers is finally sent as a number', async () => {
  show('settings', profile());
  const entry = { ...input('profile', 'traits.tags.0', 'text'), messages: [takes('integer')] };
  const refusal = profile();
  refusal.ui.nodes.push(entry);
  harness.answers = [json(400, profile(takes('array'))), json(400, refusal), json(200, profile())];
  await userEvent.type(field('Tags'), '42');
  await userEvent.click(button('Save'));
  await waitFor(() => expect(harness.calls).toHaveLength(3));
  expect(tagsSent()).toEqual(['42', ['42'], [42]]);
});

test('text in place of anything but a list is reported at once', async () => {
  show('settings', profile());
  harness.answers = [json(400, profile(takes('boolean')))];
  await save();
  await screen.findByText(/This must be/);
  expect(harness.calls).toHaveLength(1);
});
