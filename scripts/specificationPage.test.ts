import { expect, test } from '@jest/globals';
import { missingFiles, missingTests, namedTests, readPage } from './namedTests.ts';

const page = readPage('specification.md');

/** The rows: each a statement of the specification, with its tests. */
const rows = page
  .split(/^(?=- \*\*)|^(?=#+ )/m)
  .filter((part) => part.startsWith('- **'))
  .map((text) => ({ statement: /^- \*\*(.+?)\.\*\*/.exec(text)?.[1] ?? text, text }));

/** Returns the statements of the rows that lack something, each with what it lacks. */
const lacking = (missing: (text: string) => string[]): Record<string, string[]> =>
  Object.fromEntries(
    rows
      .map(({ statement, text }) => [statement, missing(text)] as const)
      .filter(([, lack]) => lack.length > 0),
  );

test('docs/specification.md has a row for each statement, and all sections', () => {
  expect(rows.length).toBeGreaterThan(340);
  const sections = [...page.matchAll(/^## (\d)\. /gm)].map(([, number]) => number);
  expect(sections.join('')).toBe('123456789');
});

test('no row of docs/specification.md is without a test', () => {
  expect(rows.filter(({ text }) => namedTests(text).length === 0)).toEqual([]);
});

test('every test that a row of docs/specification.md names exists', () => {
  expect(lacking(missingTests)).toEqual({});
});

test('every file that a row of docs/specification.md names exists', () => {
  expect(lacking(missingFiles)).toEqual({});
});

test('every deviation in docs/specification.md says what the portal does instead', () => {
  const deviations = rows.filter(({ text }) => text.includes(' Deviation: '));
  expect(deviations.length).toBeGreaterThan(10);
  for (const { text } of deviations) expect(text).toMatch(/ Deviation: .{30,} In `/);
});
