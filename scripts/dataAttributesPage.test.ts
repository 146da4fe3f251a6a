import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import * as flowState from '../shared/flow/flowState.ts';
import { pageNames } from '../shared/pages.ts';

const page = readFileSync(path.join(import.meta.dirname, '../docs/data-attributes.md'), 'utf8');

test('docs/data-attributes.md lists every page and every state of a flow', () => {
  const states = [
    ...Object.values(flowState).filter((state) => typeof state === 'string'),
    'choose_method',
    'show_form',
  ];
  expect([...pageNames, ...states].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
