import { expect, test } from '@jest/globals';
import { failureInLog } from './failureInLog.ts';

const line = (entry: object): string => `${JSON.stringify(entry)}\n`;

test('the cause is the last failure, together with its own cause', () => {
  const log =
    line({ level: 'info', msg: 'starting' }) +
    line({ level: 'warning', msg: 'Unable to ping database, retrying.', error: { message: 'no route' } }) +
    line({ level: 'info', msg: 'going on' });
  expect(failureInLog(log)).toBe('Unable to ping database, retrying.: no route');
});

test('a failed command’s error is found before its usage text', () => {
  expect(failureInLog('Error: unknown schema\nUsage:\n  kratos serve [flags]\n\nunknown schema\n')).toBe(
    'Error: unknown schema',
  );
});

test('without a recognisable failure, the last line is quoted as it is', () => {
  expect(failureInLog('one\n{"not finished\n\n')).toBe('{"not finished');
  expect(failureInLog('\n')).toBe('it wrote no log');
});
