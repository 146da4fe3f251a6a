import { describe, expect, test } from '@jest/globals';
import { contrast, nearestWithContrast } from './color.ts';
import { productPalettes, type Palette } from '../../shared/productColors.ts';
import { completePalette, contrastProblems } from './palette.ts';

describe.each(['light', 'dark'] as const)('the %s palette', (theme) => {
  const product = productPalettes[theme];

  test('passes its own checks', () => {
    expect(contrastProblems(product)).toEqual([]);
    for (const ground of [product.surface, product.errorGround])
      expect(contrast(product.error, ground)).toBeGreaterThanOrEqual(3);
  });

  test('is the product’s when a brand gives no colour', () => {
    expect(completePalette(theme, {})).toEqual(product);
  });

  test('is derived from any single colour that stands out as a button so that every text is readable', () => {
    const shades = ['00', '33', '77', 'bb', 'ff'];
    const tried = shades.flatMap((red) =>
      shades.flatMap((green) => shades.map((blue) => `#${red}${green}${blue}`)),
    );
    const seen = tried.filter((color) => contrast(color, product.surface) >= 3);
    for (const action of seen)
      expect([action, contrastProblems(completePalette(theme, { action }))]).toEqual([action, []]);
  });

  test('marks errors in a brand’s error colour, or in the nearest visible one, and keeps ticks visible on its success colour', () => {
    expect(completePalette(theme, { error: '#d6336c' })).toMatchObject({
      error: '#d6336c',
      errorLine: '#d6336c',
    });
    const { errorLine } = completePalette(theme, { error: product.surface });
    expect(contrast(errorLine, product.surface)).toBeGreaterThanOrEqual(3);
    for (const success of ['#003d1f', '#b7f7d2'])
      expect(contrastProblems(completePalette(theme, { success }))).toEqual([]);
  });

  test('keeps every colour that a brand gives, even one that fails the checks', () => {
    const given: Partial<Palette> = { link: product.surface, action: '#777777' };
    expect(completePalette(theme, given)).toMatchObject(given);
  });
});

test('a pair with too little contrast is reported with the nearest colour that passes', () => {
  const problems = contrastProblems(completePalette('light', { link: '#009fe3' }));
  expect(problems).toContainEqual(expect.objectContaining({ on: 'link', ground: 'surface', needed: 4.5 }));
  const { nearest = '' } = problems[0] ?? {};
  expect(contrast(nearest, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  expect(contrastProblems(completePalette('light', { link: nearest }))).toEqual([]);
});

test('a colour that passes is its own nearest', () => {
  expect(nearestWithContrast('#005782', ['#ffffff'], 4.5)).toBe('#005782');
});

test('there is no nearest colour if none has enough contrast with both black and white', () => {
  expect(nearestWithContrast('#777777', ['#ffffff', '#000000'], 7)).toBeUndefined();
});

test('contrast is WCAG’s: 21 between black and white', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});
