import { expect, test } from '@jest/globals';
import { csvCell, csvRow } from './csv.ts';

test.each([
  ['plain', 'plain'],
  [undefined, ''],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
])('%j is written as a spreadsheet reads it', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('%j is no formula', (value) => {
  expect(csvCell(value).replace(/^"/, '')).toBe(`'${value}${/[\r]/.test(value) ? '"' : ''}`);
});

test('a formula with a comma is still quoted', () => {
  expect(csvRow(['=HYPERLINK("x","y")', 'b'])).toBe(`"'=HYPERLINK(""x"",""y"")",b\r\n`);
});
