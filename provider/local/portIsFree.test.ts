import { expect, test } from '@jest/globals';
import { portProblemInWords } from './portIsFree.mjs';

test('reports a privileged port as not allowed, not as taken', () => {
  expect(portProblemInWords('EACCES', 80)).toBe(
    'Port 80 requires privileges that this user lacks. Choose one from 1024 on: PORT=3001 npm start',
  );
});

test('reports other errors with their code', () => {
  expect(portProblemInWords('EAFNOSUPPORT', 80, '::1')).toBe(
    'Port 80 cannot be listened on at ::1: EAFNOSUPPORT',
  );
});
