import { expect, test } from '@jest/globals';
import { read } from '../test/support/composeFile.ts';
import * as flowState from '../shared/flow/flowState.ts';
import { pageNames } from '../shared/pages.ts';

const page = read('docs/data-attributes.md');

test('docs/data-attributes.md lists every page and every state of a flow', () => {
  const states = [
    ...Object.values(flowState).filter((state) => typeof state === 'string'),
    'choose_method',
    'show_form',
  ];
  expect([...pageNames, ...states].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
