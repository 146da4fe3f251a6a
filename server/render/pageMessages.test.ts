import { expect, test } from '@jest/globals';
import { flowOf, text } from '../../test/support/flows/flowParts.ts';
import type { UiNode } from '@ory/client';
import en from '../../locales/en.json' with { type: 'json' };
import { pageMessages } from './pageMessages.ts';

const shows = (id: number): UiNode =>
  ({
    type: 'text',
    group: 'lookup_secret',
    messages: [],
    meta: {},
    attributes: { node_type: 'text', id: 'codes', text: text(id, 'x', { secrets: [] }) },
  }) as unknown as UiNode;

test.each([
  [1050015, 'settings.lookup_secret.'],
  [1050018, 'settings.key.'],
])('a sign-in that shows message %i comes with every text beside it, %s', (id, area) => {
  const props = { flow: flowOf('login', [shows(id)]) };
  const served = pageMessages({ name: 'login', props }, JSON.stringify(props), 'en');
  const keys = Object.keys(en).filter((key) => key.startsWith(area));
  expect(keys.length).toBeGreaterThan(0);
  expect(Object.keys(JSON.parse(served) as object)).toEqual(expect.arrayContaining(keys));
});
