import { expect, test } from '@jest/globals';
import { wrongFields } from './wrongFields.ts';

const at = (path: string, rule: string, says: string): string =>
  `I[#/traits${path}] S[#/properties/traits/properties${path}/${rule}] ${says}`;
const textsOf = (...lines: string[]) => wrongFields(lines.join('\n  ')).map(({ path, text }) => [path, text]);

test.each([
  ['a format', at('/email', 'format', String.raw`"nope" is not valid "email"`), '/email', 'provider.4000040'],
  ['a pattern', at('/email', 'pattern', 'does not match pattern "^.+$"'), '/email', 'provider.4000004'],
  [
    'a missing value',
    'I[#/traits] S[#/properties/traits/required] missing properties: "email"',
    '/email',
    'provider.4000002',
  ],
  ['a choice', at('/name/first', 'enum', 'value must be one of "a", "b"'), '/name/first', 'provider.4000030'],
  [
    'a rule that has no text',
    at('/tags', 'uniqueItems', 'items at index 0 and 1 are equal'),
    '/tags',
    'provider.4000004',
  ],
])('%s is said at its field', (_what, refusal, path, text) => {
  expect(textsOf(refusal)).toEqual([[path, text]]);
});

test('a length says the bound and what there is', () => {
  expect(wrongFields(at('/nick', 'minLength', 'length must be >= 2, but got 1'))).toEqual([
    {
      path: '/nick',
      text: 'provider.4000003',
      values: { min_length: '2', max_length: '2', actual_length: '1' },
    },
  ]);
});

test('several rules of one field are one problem, the first', () => {
  const head = 'I[#/traits/email] S[#/properties/traits/properties/email] validation failed';
  const format = at('/email', 'format', String.raw`"nope" is not valid "email"`);
  const pattern = at('/email', 'pattern', 'does not match pattern "^.+$"');
  expect(textsOf(head, format, pattern, format)).toEqual([['/email', 'provider.4000040']]);
});

test('any other text names no field', () => {
  expect(wrongFields('The request was malformed')).toEqual([]);
});
