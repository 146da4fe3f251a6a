import { describe, expect, test } from '@jest/globals';
import * as client from '@ory/client';
import * as olderClient from 'ory-client-1.4.9';
import { sdkOperations } from '../../test/support/sdkOperations.ts';
import { catalogue, type Operation } from './catalogue.ts';
import { matcher } from './matcher.ts';

const byName = new Map<string, Operation>(catalogue.map((row) => [row.operation, row]));

/** Returns a row's path with its parameters named as in the client. */
const pathByArguments = ({ path, parameters }: Operation): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    return `{${parameter?.argument ?? '?'}}`;
  });

const requiredArguments = ({ parameters, body }: Operation): string[] => [
  ...parameters.filter((one) => one.required).map((one) => one.argument),
  ...(body?.required ? [body.argument] : []),
];

const withAlternative = ({ parameters }: Operation): string[] =>
  parameters.filter((one) => one.unless !== undefined).map((one) => one.argument);

const queryOf = ({ parameters }: Operation): Record<string, string> =>
  Object.fromEntries(parameters.filter((one) => one.in === 'query').map((one) => [one.name, one.argument]));

describe.each([
  ['1.22.66', await sdkOperations(client), 171],
  ['1.4.9', await sdkOperations(olderClient), 127],
])('the catalogue has every operation of @ory/client %s', (_version, operations, count) => {
  test('has the client’s number of operations', () => expect(operations).toHaveLength(count));

  test.each(operations.map((one) => [one.operation, one] as const))('%s', (name, sdk) => {
    const row = byName.get(name);
    if (!row) throw new Error(`${name} is not in the catalogue: ${sdk.method} ${sdk.path}`);
    const required = requiredArguments(row);
    expect({ api: row.api, method: row.method, path: pathByArguments(row) }).toEqual({
      api: sdk.api,
      method: sdk.method,
      path: sdk.path,
    });
    expect(required).toEqual(expect.arrayContaining(sdk.required));
    expect([...sdk.required, ...withAlternative(row)]).toEqual(expect.arrayContaining(required));
    expect(queryOf(row)).toMatchObject(sdk.query);
    if (sdk.body !== undefined) expect(row.body).toBeDefined();
    if (sdk.contentType !== undefined) expect(row.body?.types).toContain(sdk.contentType);
  });
});

test('no name occurs twice, and no two rows match the same call', () => {
  expect(byName.size).toBe(catalogue.length);
  const calls = catalogue.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
  expect(new Set(calls).size).toBe(calls.length);
});

test('every template parameter is described, and described path parameters are in the template', () => {
  for (const { path, parameters } of catalogue)
    expect(parameters.filter((one) => one.in === 'path').map((one) => one.name)).toEqual(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    );
});

test('only admin operations have paths below /admin', () => {
  for (const { path, access } of catalogue)
    if (/(^|\/)admin\//.test(path)) expect({ path, access }).toEqual({ path, access: 'admin' });
});

test('only admins may call operations that the provider serves to internal callers', () => {
  const internal = ['kratosAdmin', 'hydraAdmin', 'ketoRead', 'ketoWrite', 'ketoOpl', 'projects'];
  const open = catalogue.filter(({ upstream, access }) => internal.includes(upstream) && access !== 'admin');
  expect(open.map(({ operation }) => operation)).toEqual(['getVersion']);
});

test('each of Keto’s operations goes to the port that serves it', () => {
  const ports = ['ketoRead', 'ketoWrite', 'ketoOpl'] as const;
  const pathsAt = (port: string) =>
    catalogue.filter(({ upstream }) => upstream === port).map(({ path }) => path.split('/')[1]);
  expect(ports.map((port) => [...new Set(pathsAt(port))])).toEqual([
    ['relation-tuples', 'namespaces'],
    ['admin'],
    ['opl'],
  ]);
});

test('each row is found by its own path', () => {
  const find = matcher(catalogue);
  for (const row of catalogue) expect(find(row.method, row.path.replaceAll(/\{\w+\}/g, 'x'))).toBe(row);
});
