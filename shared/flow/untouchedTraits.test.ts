import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { UiNode } from '@ory/client';
import { input } from '../../test/support/flows/flowParts.ts';
import { isExact, parseExactly } from '../exactJson.ts';
import { formBody } from './formBody.ts';
import { inputAttributes } from './inputAttributes.ts';
import { readFlow } from './readFlow.ts';
import { hasLines, valueOf } from './shownValue.ts';

type Json = null | string | number | boolean | Json[] | { [name: string]: Json };

/** Flattens traits like Kratos' `jsonx.Flatten`, whose numbers are float64. */
function* flatten(value: unknown, path: string[]): Generator<[string, unknown]> {
  if (isExact(value)) yield [path.join('.'), Number(value.rawJSON)];
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value))
      yield* flatten(inner, [...path, Array.isArray(value) ? name : name.replaceAll('.', '\\.')]);
  else yield [path.join('.'), value];
}

/** Yields the names of the lists that have a node of their own: those of texts, numbers or booleans. */
function* ownNodes(value: unknown, path: string[]): Generator<string> {
  if (typeof value !== 'object' || value === null || isExact(value)) return;
  const inner = Object.values(value);
  const types = new Set(inner.map((one) => typeof one));
  if (Array.isArray(value) && types.size === 1 && !inner.some((one) => typeof one === 'object'))
    yield path.join('.');
  for (const [name, one] of Object.entries(value))
    yield* ownNodes(one, [...path, Array.isArray(value) ? name : name.replaceAll('.', '\\.')]);
}

const isDate = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);

/** The nodes of a settings flow for an account with traits, as the portal reads them. */
function nodesFor(traits: unknown): UiNode[] {
  const fields = Array.from(flatten(traits, ['traits']), ([name, value]) => {
    const type =
      typeof value === 'number'
        ? 'number'
        : typeof value === 'boolean'
          ? 'checkbox'
          : isDate(value)
            ? 'datetime-local'
            : 'text';
    return input('profile', name, type, { value });
  });
  const lists = Array.from(ownNodes(traits, ['traits']), (name) => input('profile', name, 'text'));
  const body = { identity: { traits }, ui: { action: '/', method: 'POST', nodes: [...lists, ...fields] } };
  return readFlow(body).ui.nodes;
}

/** What a browser sends of a node's control, with scripts or without. */
function entryOf(node: UiNode, scripts: boolean): [string, string][] {
  const attributes = inputAttributes(node);
  if (!attributes) return [];
  const { name, type } = attributes;
  const value: unknown = attributes.value;
  if (type === 'checkbox') return value === true ? [[name, 'true']] : [];
  const shown = valueOf(scripts || type !== 'datetime-local' ? attributes : { ...attributes, type: 'text' });
  if (hasLines(attributes)) return [[name, shown.replaceAll(/\r\n|\r|\n/g, scripts ? '\n' : '\r\n')]];
  return [[name, shown.replaceAll(/[\r\n]/g, '')]];
}

const name = fc.oneof(
  fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((text) => !text.includes('\\') && text !== '__proto__'),
  fc.constantFrom('0', '1', '2', 'a.b', 'first', 'toString'),
);
const { json } = fc.letrec<{ json: Json; object: Record<string, Json> }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      'two\nlines',
      'of\r\nWindows\r\n',
      '2026-01-31T12:00:59.123456+02:00',
      '2026-01-31T12:00:00Z',
      '',
    ),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('json')),
    fc.array(fc.string()),
    tie('object'),
  ),
  object: fc.dictionary(name, tie('json')),
}));
const traitsText = fc
  .tuple(fc.dictionary(name, json), fc.bigInt({ min: 0n, max: 10n ** 30n }))
  .map(([traits, number]) => JSON.stringify({ ...traits, plain: 'x' }).replace(/}$/, `,"long":${number}}`));

const settings = { numRuns: 300 };

test.each([true, false])(
  'whatever traits an account has, those that nobody edits come back (scripts: %s)',
  (scripts) => {
    fc.assert(
      fc.property(traitsText, (text) => {
        const traits = parseExactly(text);
        const nodes = nodesFor(traits);
        const body = formBody(
          nodes.flatMap((node) => entryOf(node, scripts)),
          nodes,
          { traits },
        );
        expect(JSON.parse(JSON.stringify(body.traits))).toEqual(JSON.parse(text));
        expect(JSON.stringify(body.traits)).toContain(/"long":\d+/.exec(text)?.[0] ?? '');
      }),
      settings,
    );
  },
);

test('an edited field changes nothing else', () => {
  fc.assert(
    fc.property(traitsText, (text) => {
      const traits = parseExactly(text);
      const nodes = nodesFor(traits);
      const entries = nodes
        .flatMap((node) => entryOf(node, true))
        .map(([field, value]): [string, string] => [field, field === 'traits.plain' ? 'edited' : value]);
      const body = formBody(entries, nodes, { traits });
      const expected = { ...(JSON.parse(text) as object), plain: 'edited' };
      expect(JSON.parse(JSON.stringify(body.traits))).toEqual(expected);
    }),
    settings,
  );
});

test('a number with more digits than JavaScript counts is shown and sent with all of them', () => {
  const traits = parseExactly('{"insured":12345678901234567,"plain":"x"}');
  const nodes = nodesFor(traits);
  const [shown] = nodes.map(inputAttributes);
  expect(shown && valueOf(shown)).toBe('12345678901234567');
  const sent = (value: string): string =>
    JSON.stringify(formBody([['traits.insured', value]], nodes, { traits }).traits);
  expect(sent('12345678901234567')).toContain('12345678901234567');
  expect(sent('98765432109876543')).toContain('"insured":98765432109876543');
});

test('objects whose properties are numbers, and properties with dots, stay objects without an account', () => {
  const nodes = [
    input('default', 'traits.grades.1', 'text'),
    input('default', 'traits.grades.2', 'text'),
    input('default', 'traits.a\\.b', 'text'),
    input('default', 'traits.tags', 'text'),
    input('default', 'traits.tags.0', 'text', { value: 'x' }),
    input('default', 'traits.rooms.0.0', 'text', { value: 'x' }),
    input('default', 'traits.rooms.1.0', 'text', { value: 'y' }),
  ];
  const entries = nodes.map((node): [string, string] => [inputAttributes(node)?.name ?? '', 'x']);
  expect(JSON.parse(JSON.stringify(formBody(entries, nodes)))).toEqual({
    traits: { grades: { 1: 'x', 2: 'x' }, 'a.b': 'x', tags: ['x', 'x'], rooms: [['x'], ['x']] },
  });
});
