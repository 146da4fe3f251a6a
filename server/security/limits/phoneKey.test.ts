import { expect, test } from '@jest/globals';
import { phoneKey } from './phoneKey.ts';

test.each([
  ['+491701234567', ['+49 170 1234567', '+49 (0)170 12-34.567']],
  ['+12015550123', ['+1 (201) 555-0123', '+1 1 201 555 0123', '+\u0661 201 555 0123']],
  ['+74951234567', ['+7 495 1234567', '+7 8 495 1234567']],
  ['+5491123456789', ['+54 9 11 2345-6789', '+54 11 15 2345-6789', '+54 011 15 2345-6789']],
  ['+5511987654321', ['+55 11 98765-4321', '+55 0 11 98765-4321', '+55 0 15 11 98765-4321']],
  ['+525512345678', ['+52 55 1234 5678']],
  ['+390612345678', ['+39 06 1234 5678']],
])('%s has one key in all notations that Kratos reads', (number, notations) => {
  for (const notation of [number, ...notations]) expect(phoneKey(notation)).toBe(number);
});

test('different numbers have different keys', () => {
  const numbers = [
    '+4930123456',
    '+4940123456',
    '+390331234567',
    '+39331234567',
    '+12015550123',
    '+442015550123',
  ];
  expect(new Set(numbers.map(phoneKey)).size).toBe(numbers.length);
});

test.each([
  'ada',
  '+999 123456',
  '0049 170 1234567',
  '(030) 12 34 56',
  '+12',
  '+49 170 FLOWERS',
  'a+1234567',
])('%s is not read as a number in international form', (text) => {
  expect(phoneKey(text)).toBeUndefined();
});
