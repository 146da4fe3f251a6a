import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

type Theme = Record<string, string>;

const css = readFileSync('client/ui/tokens.css', 'utf8');

/** The custom properties of each rule with this selector, shorthand colours expanded. */
const themes = (selector: string): Theme[] =>
  css
    .split(`${selector} {`)
    .slice(1)
    .map((rest) =>
      Object.fromEntries([...(rest.split('}')[0] ?? '').matchAll(/--([\w-]+): ([^;]+);/g)].map(declaration)),
    );

const declaration = ([, name, value]: RegExpMatchArray): [string, string] => [
  name ?? '',
  (value ?? '').replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3'),
];

const channel = (hex: string): number => {
  const value = parseInt(hex, 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

const luminance = (color: string): number =>
  0.2126 * channel(color.slice(1, 3)) +
  0.7152 * channel(color.slice(3, 5)) +
  0.0722 * channel(color.slice(5, 7));

/** WCAG 2.2, 'contrast ratio': from 1 to 21. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const [light = {}] = themes(':root');
const [dark = {}] = themes(":root[data-theme='dark']");
const [systemDark = {}] = themes(':root:not([data-theme])');

test('dark is the same, whether chosen or set by the device', () => {
  expect(Object.keys(dark).length).toBeGreaterThan(20);
  expect(systemDark).toEqual(dark);
});

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s theme', (_name, theme) => {
  test.each([
    ['ink', ['ground', 'surface', 'surface-raised']],
    ['ink-soft', ['ground', 'surface', 'surface-raised']],
    ['link', ['ground', 'surface', 'surface-raised', 'info-ground']],
    ['on-action', ['action', 'action-hover']],
    ['error-text', ['surface', 'error-ground']],
    ['success-text', ['surface', 'success-ground']],
    ['info-text', ['surface', 'info-ground']],
  ])('has readable --%s text on %j', (text, grounds) => {
    for (const ground of grounds)
      expect(contrast(theme[text] ?? '', theme[ground] ?? '')).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['line-strong', 'focus', 'action', 'error-text'])(
    'draws controls with enough contrast: --%s',
    (line) => {
      expect(contrast(theme[line] ?? '', theme.surface ?? '')).toBeGreaterThanOrEqual(3);
    },
  );
});
