import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

type Theme = Record<string, string>;

const tokens = readFileSync('client/ui/tokens.css', 'utf8');
const pairs = [
  ...tokens.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\);/g),
  // the same in both themes
  ...tokens
    .replaceAll(/--([\w-]+): (#\w+);/g, '--$1: light-dark($2, $2);')
    .matchAll(/--(accent|error|success|on-success): light-dark\((#\w+), (#\w+)\);/g),
];

/** Expands a colour of three digits to six. */
const long = (hex = ''): string => hex.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');

const light: Theme = Object.fromEntries(pairs.map(([, name = '', value]) => [name, long(value)]));
const dark: Theme = Object.fromEntries(pairs.map(([, name = '', , value]) => [name, long(value)]));

const channel = (hex: string): number => {
  const value = parseInt(hex, 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

const luminance = (color: string): number =>
  0.2126 * channel(color.slice(1, 3)) +
  0.7152 * channel(color.slice(3, 5)) +
  0.0722 * channel(color.slice(5, 7));

/** Returns the contrast ratio of WCAG 2.2, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s theme', (_name, theme) => {
  test.each([
    ['ink', ['ground', 'surface', 'surface-raised']],
    ['ink-soft', ['ground', 'surface', 'surface-raised', 'hover', 'tint']],
    ['link', ['ground', 'surface', 'surface-raised', 'hover', 'tint']],
    ['on-action', ['action', 'action-hover']],
    ['error-text', ['surface', 'error-ground']],
    ['success-text', ['surface', 'success-ground']],
    ['on-tint', ['surface', 'tint']],
  ])('has readable --%s text on %j', (text, grounds) => {
    for (const ground of grounds)
      expect(contrast(theme[text] ?? '', theme[ground] ?? '')).toBeGreaterThanOrEqual(4.5);
  });

  test.each([
    ['line-strong', 'surface'],
    ['focus', 'surface'],
    ['focus', 'ground'],
    ['action', 'surface'],
    ['error', 'surface'],
    ['error', 'error-ground'],
    ['on-success', 'success'],
  ])('draws controls and icons with enough contrast: --%s on --%s', (line, ground) => {
    expect(contrast(theme[line] ?? '', theme[ground] ?? '')).toBeGreaterThanOrEqual(3);
  });
});

test('the brand’s colours are those of the specification', () => {
  expect(tokens).toMatch(/--accent: #009fe3;\n\s*--error: #e74c3c;\n\s*--success: #2ecc71;/);
});

test('errors and successes use the brand’s colours for borders, bars and icons', () => {
  const rules = (file: string): string => readFileSync(`client/ui/${file}.module.css`, 'utf8');
  expect(tokens).toContain('--error-line: var(--error);');
  expect(rules('Field')).toMatch(/\[aria-invalid='true'\] \{\s*border-color: var\(--error-line\);/);
  expect(rules('FieldMessages')).toMatch(/\.error > svg \{\s*stroke: var\(--error\);/);
  expect(rules('Icon')).toMatch(/\.done \{[^}]*background: var\(--success\);\s*stroke: var\(--on-success\);/);
  for (const [severity, color] of [
    ['error', 'error'],
    ['success', 'success'],
    ['info', 'accent'],
  ] as const)
    expect(rules('Message')).toMatch(new RegExp(`\\.${severity} \\{\\s*--bar: var\\(--${color}\\);`));
});
