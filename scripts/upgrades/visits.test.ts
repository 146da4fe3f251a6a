import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { testFile, visitOutcome, visits } from './visits.ts';

const root = path.join(import.meta.dirname, '../..');

/** A report in which every visit has the results of `statuses`, or those that `except` gives. */
const reportOf = (statuses: string[], except: Record<string, string[]> = {}) => ({
  testResults: Object.entries(visits).map(([visit, name]) => ({
    name: `/somewhere/${testFile(name)}`,
    assertionResults: (except[visit] ?? statuses).map((status, at) => ({
      fullName: `${visit} ${at}`,
      status,
    })),
  })),
});

test('every visit is a test file', () => {
  expect(Object.values(visits).filter((name) => !existsSync(path.join(root, testFile(name))))).toEqual([]);
});

test('visits without a failed test have succeeded', () => {
  const { cells, failed, succeeded } = visitOutcome(reportOf(['passed', 'passed', 'pending']));
  expect(new Set(Object.values(cells))).toEqual(new Set(['2 passed']));
  expect([failed, succeeded]).toEqual([[], true]);
});

test('a failed test fails its visit and is named', () => {
  const report = reportOf(['passed'], { passkeys: ['passed', 'failed'] });
  const { cells, failed, succeeded } = visitOutcome(report);
  expect(cells).toMatchObject({ passkeys: '1 of 2 FAILED', mails: '1 passed' });
  expect([failed, succeeded]).toEqual([['passkeys 1'], false]);
});

test.each([
  ['a visit whose file did not run', reportOf(['passed'], { passkeys: [] })],
  ['a Kratos that did not start', undefined],
])('%s has not succeeded', (_what, report) => {
  const { cells, succeeded } = visitOutcome(report);
  expect([cells.passkeys, succeeded]).toEqual(['NOT RUN', false]);
});
