import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const spacing =
  /^(?:(?:row-|column-)?gap|(?:margin|padding|inset)(?:-(?:block|inline|top|right|bottom|left).*)?|top|right|bottom|left)$/;

/** The gaps of tokens.css, custom properties that hold one of them, and the padding of links. */
const gap = /^(?:-|calc\(-1 \* )?var\(--(?:gap-[1-6]|edge|gap|reach-s|reach-m)\)\)?$/;

/** Values without a length of their own. */
const none = /^(?:0|auto|100%|50%|!important)$/;

/** Values that are not gaps, each with the reason. */
const exceptions: Record<string, string> = {
  'margin-block-start: 0.125rem': 'aligns an icon with its line',
  'margin-inline-end: 1ch': 'a space between groups of characters',
  'padding-inline-end: var(--target)': 'the width of a button inside the field',
  'padding-left: calc((var(--pitch) - var(--gap) - 1ch) / 2)': 'centres the digit of a code in its cell',
  'margin-inline-start: calc(1.25rem + var(--gap-2))':
    'aligns with the label above, which follows a checkbox',
  'padding: calc(var(--gap-4) + 1.25rem + var(--gap-3))':
    'aligns with the title above, which follows an icon',
  'padding: 0.75rem': 'the console’s cells and controls, which are dense',
  'inset-inline-start: 0.75rem': 'an icon in such a control',
  'padding-inline-start: 2.5rem': 'the width of that icon inside the field',
};

const stylesheets = globSync('client/**/*.css').sort();

/** Splits a value at its spaces, except those within parentheses. */
function partsOf(value: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of value) {
    depth += Number(character === '(') - Number(character === ')');
    if (character === ' ' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${character}`);
  }
  return parts;
}

/** Returns the distances that a stylesheet sets, as `property: value`; a `padding` with four values is four of them. */
function distances(file: string): string[] {
  const rules = readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
  return [...rules.matchAll(/(?<=[{;]\s*)([\w-]+):\s*([^;{}]+);/g)].flatMap(
    ([, property = '', value = '']) =>
      spacing.test(property) || property === '--edge' || property === '--gap'
        ? partsOf(value).map((part) => `${property}: ${part}`)
        : [],
  );
}

const isOnScale = (distance: string): boolean => {
  const value = distance.slice(distance.indexOf(':') + 2);
  return gap.test(value) || none.test(value);
};

test('gaps, margins and paddings use the specification’s gaps: 4, 8, 16, 24, 32 and 64 pixels', () => {
  const others = stylesheets.flatMap((file) =>
    distances(file)
      .filter((distance) => !isOnScale(distance) && !(distance in exceptions))
      .map((distance) => `${file}: ${distance}`),
  );
  expect(stylesheets.length).toBeGreaterThan(40);
  expect(others).toEqual([]);
});

test('every exception is used', () => {
  const found = new Set(stylesheets.flatMap(distances));
  expect(Object.keys(exceptions).filter((exception) => !found.has(exception))).toEqual([]);
});

test('the six gaps are 4, 8, 16, 24, 32 and 64 pixels at the default text size', () => {
  const tokens = readFileSync('client/ui/tokens.css', 'utf8');
  const gaps = [...tokens.matchAll(/--gap-\d: ([\d.]+)rem;/g)].map(([, rem]) => Number(rem) * 16);
  expect(gaps).toEqual([4, 8, 16, 24, 32, 64]);
});

test('layouts change only at breakpoints of the specification', () => {
  const widths = stylesheets.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\(width (?:<|>=) (\d+)px\)/g)].map(([, width]) => Number(width)),
  );
  expect([...new Set(widths)].sort((a, b) => a - b)).toEqual([390, 640, 768, 1024]);
});
