import { expect, test } from '@jest/globals';
import { read } from '../test/support/composeFile.ts';
import { pageNameOf } from './gallery/states/state.ts';
import { states as galleryStates } from './gallery/states/states.ts';
import * as flowState from '../shared/flow/flowState.ts';

const page = read('docs/data-attributes.md');

test('docs/data-attributes.md lists every page and every state of a flow', () => {
  const states = [
    ...Object.values(flowState).filter((state) => typeof state === 'string'),
    'choose_method',
    'show_form',
  ];
  expect(
    [...galleryStates.map(pageNameOf), ...states].filter((name) => !page.includes(`\`${name}\``)),
  ).toEqual([]);
});
