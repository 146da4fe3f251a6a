import { expect, test } from '@jest/globals';
import { exactNumber, parseExactly } from '../../shared/exactJson.ts';
import { fieldsOf } from '../../shared/fields.ts';
import { changesBetween, merge, patchFor, valueAt, withChanges } from './traitChanges.ts';

test('changes are the places that differ: a list counts as one value, and so does a number with many digits', () => {
  const before = parseExactly('{"n":12345678901234567,"a":{"b":1,"c/~":2},"list":[1,2],"none":null}');
  const after = parseExactly('{"n":12345678901234568,"a":{"b":1},"list":[1],"none":null,"new":{"x":1}}');
  expect(changesBetween(before, before)).toEqual([]);
  expect(JSON.stringify(patchFor(changesBetween(before, after)))).toBe(
    JSON.stringify([
      { op: 'add', path: '/traits/n', value: exactNumber('12345678901234568') },
      { op: 'remove', path: '/traits/a/c~1~0' },
      { op: 'add', path: '/traits/list', value: [1] },
      { op: 'add', path: '/traits/new', value: { x: 1 } },
    ]),
  );
});

test('a value is written and read at its pointer, whatever its name', () => {
  for (const path of ['/a/b', '/a~1b', '/__proto__/b', '/constructor']) {
    const traits = withChanges({ kept: 1 }, [{ path, after: 'x' }]);
    expect([path, valueAt(traits, path), traits.kept]).toEqual([path, 'x', 1]);
    expect(valueAt({}, path)).toBeUndefined();
  }
  expect(withChanges({ a: { b: 1 } }, [{ path: '/a/b', after: undefined }])).toEqual({ a: {} });
});

test.each([
  ['of different fields are joined', { a: 1, b: 0 }, { a: 0, b: 2 }, { a: 1, b: 2 }, []],
  ['that are the same do not clash', { a: 1, b: 0 }, { a: 1, b: 0 }, { a: 1, b: 0 }, []],
  ['of the same field clash', { a: 1, b: 0 }, { a: 2, b: 0 }, { a: 1, b: 0 }, ['/a']],
  ['within what the other has removed clash', { a: { x: 1 }, b: 0 }, { b: 0 }, { a: { x: 1 }, b: 0 }, ['/a']],
])('changes %s', (_what, own, stored, joined, clashing) => {
  const merged = merge({ a: 0, b: 0 }, own, fieldsOf(stored));
  expect(merged?.traits).toEqual(joined);
  expect(merged?.clashes.map(({ path }) => path)).toEqual(clashing);
});

const wide = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));

test('up to 500 changes of traits with any number of fields are joined, and more not at all', () => {
  const stored = wide(50_000);
  expect(merge({}, wide(501), {})).toBeUndefined();
  expect(merge(wide(501), {}, wide(501))).toBeUndefined();
  expect(merge({}, {}, stored)).toBeUndefined();
  expect(Object.keys(merge(stored, { ...stored, ...wide(500) }, stored)?.traits ?? {})).toHaveLength(50_000);
  expect(merge({}, wide(500), {})?.traits).toEqual(wide(500));
});

test('changes leave the traits that they are made in as they are', () => {
  const traits = { a: { b: 1, c: 2 } };
  const changes = [
    { path: '/a/b', after: 3 },
    { path: '/a/c', after: undefined },
  ];
  expect(withChanges(traits, changes)).toEqual({ a: { b: 3 } });
  expect(traits).toEqual({ a: { b: 1, c: 2 } });
});
