import { expect, test } from '@jest/globals';
import { candidatesIn } from './candidates.ts';

const id = '7b8d2f5e-0000-4000-8000-000000000001';
const other = '0193d0c1-1111-4222-8333-444455556666';

test.each([
  ['  ada@clinic.example ', ['ada@clinic.example']],
  ['Ada Lovelace', ['Ada Lovelace']],
  ['+49 (170) 123-4567', ['+491701234567']],
  [id, [id]],
  ['01JDA7Q2ZK', ['01JDA7Q2ZK']],
  ['', []],
])('%j is one thing', (text, candidates) => {
  expect(candidatesIn(text)).toEqual(candidates);
});

test('a line of a log has ids, addresses, numbers and challenges in it', () => {
  const line = JSON.stringify({
    level: 30,
    time: '2026-11-28T04:00:00.000Z',
    caller: { by: 'session', id },
    msg: `session ${other} of ada@clinic.example. line 01JDA7Q2ZK, +491701234567`,
    url: '/login?login_challenge=abc-DEF_123&x=1',
  });
  expect(candidatesIn(line)).toEqual([
    '01JDA7Q2ZK',
    id,
    other,
    'ada@clinic.example',
    'abc-DEF_123',
    '+491701234567',
  ]);
});

test('words in capitals and parts of longer ids are no ids of acts', () => {
  expect(candidatesIn(`{PARAMETERS ${id}-01JDA7Q2ZK 101JDA7Q2ZK}`)).toEqual([]);
});

test('at most ten things are looked for, in the first ten thousand characters', () => {
  const lines = (count: number): string =>
    Array.from({ length: count }, (_, at) => `a${at}@b.example`).join('\n');
  expect(candidatesIn(lines(30))).toHaveLength(10);
  expect(candidatesIn(`{${' '.repeat(10_000)}${id}`)).toEqual([]);
  const before = process.cpuUsage();
  for (const part of ['a@', '-', 'A1', 'login_challenge=', '+1', 'a.']) candidatesIn(part.repeat(10_000));
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
});
