import { expect, test } from '@jest/globals';
import { kratosCause } from './kratosCause.ts';

const line = (entry: object): string => `${JSON.stringify(entry)}\n`;

test('the cause is the last failure, with what caused it', () => {
  const log =
    line({ level: 'info', msg: 'starting' }) +
    line({ level: 'warning', msg: 'Unable to ping database, retrying.', error: { message: 'no route' } }) +
    line({ level: 'info', msg: 'going on' });
  expect(kratosCause(log)).toBe('Unable to ping database, retrying.: no route');
});

test('a command that fails says so in front of its usage', () => {
  expect(kratosCause('Error: unknown schema\nUsage:\n  kratos serve [flags]\n\nunknown schema\n')).toBe(
    'Error: unknown schema',
  );
});

test('what looks like no failure is quoted as it is', () => {
  expect(kratosCause('one\n{"not finished\n\n')).toBe('{"not finished');
  expect(kratosCause('\n')).toBe('it wrote no log');
});
