import { expect, test } from '@jest/globals';
import { compileLightDark } from './lightDark.ts';

test('a pair becomes two values, one of which is empty', () => {
  expect(compileLightDark('--ink: light-dark(#14232d, #e8eff4);')).toBe(
    '--ink: var(--light, #14232d) var(--dark, #e8eff4);',
  );
});

test('a pair within another value may contain functions', () => {
  expect(compileLightDark('--shadow: 0 1px light-dark(rgb(1 2 3 / 5%), rgb(0 0 0 / 30%));')).toBe(
    '--shadow: 0 1px var(--light, rgb(1 2 3 / 5%)) var(--dark, rgb(0 0 0 / 30%));',
  );
});
