import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { colorProperty, productPalettes } from '../../shared/productColors.ts';

test.each(['light', 'dark'] as const)(
  'the brand’s colours in the %s theme are those of the specification',
  (theme) => {
    const { accent, error, success, errorLine } = productPalettes[theme];
    expect([accent, error, success, errorLine]).toEqual(['#009fe3', '#e74c3c', '#2ecc71', '#e74c3c']);
  },
);

const rules = globSync('client/**/*.css').map(
  (file) => [file, readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\//gs, '')] as const,
);

test('every custom property without a fallback is defined', () => {
  const own = rules.flatMap(([, css]) => Array.from(css.matchAll(/(--[\w-]+)\s*:/g), ([, name]) => name));
  // a brand's logo, which only its own stylesheet has
  const defined = new Set([
    ...own,
    ...Object.keys(productPalettes.light).map(colorProperty),
    '--logo-square',
  ]);
  const missing = rules.flatMap(([file, css]) =>
    Array.from(css.matchAll(/var\((--[\w-]+)\)/g), ([, name]) => name)
      .filter((name) => !defined.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('a text size, which has a line height and a font, is only used as a whole', () => {
  const misused = rules.flatMap(([file, css]) =>
    Array.from(css.matchAll(/([\w-]+):[^;{}]*var\(--text-\w+\)/g))
      .filter(([, property]) => property !== 'font')
      .map(([declaration]) => `${file}: ${declaration}`),
  );
  expect(misused).toEqual([]);
});
