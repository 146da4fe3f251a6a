import { parseEnv } from 'node:util';
import { expect, test } from '@jest/globals';
import { productVariables } from '../provider/local/kratosEnvironment.ts';
import { schema } from '../server/settings/config.ts';
import { compose, read, service, services, startVariables, without } from '../test/support/composeFile.ts';
import { portalVariables } from '../test/support/portalVariables.ts';

/** Settings of the portal that the image sets itself. */
const setByImage = ['HOST', 'NODE_ENV', 'PORT'];

const known = Object.keys(schema.shape).sort();
const passed = Object.keys(service('portal').environment ?? {}).sort();
const documented = [
  ...read('docs/settings.md')
    .split('\n')
    .flatMap((line) => /^\| (`[^|]+)\|/.exec(line)?.[1] ?? [])
    .join()
    .matchAll(/`(\w+)`/g),
]
  .map(([, name]) => name ?? '')
  .sort();
/** Names in .env.example, including those that are commented out. */
const examples = Object.keys(parseEnv(read('.env.example').replaceAll(/^# (?=[A-Z_]+=)/gm, '')));
/** Variables of .env that docker-compose.yml uses. */
const interpolated = [...compose.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name ?? '');

test('docker-compose.yml passes every setting of the portal, and no others', () => {
  expect(without(known, [...passed, ...setByImage])).toEqual([]);
  expect(without(passed, known)).toEqual([]);
});

test('docs/settings.md describes every setting of the portal, and no others', () => {
  expect(without(known, documented)).toEqual([]);
  expect(without(documented, [...known, ...setByImage])).toEqual([]);
});

test('.env.example names everything that .env can set, and nothing else', () => {
  const fromEnv = Object.values(services).flatMap(({ environment = {} }) =>
    Object.keys(environment).filter((name) => environment[name] === null),
  );
  // Compose's own
  const settable = new Set([...fromEnv, ...interpolated, 'COMPOSE_PROJECT_NAME']);
  expect(without([...settable], examples)).toEqual([]);
  expect(examples.filter((name) => !settable.has(name))).toEqual([]);
});

test('the defaults of docker-compose.yml are those of .env.example', () => {
  const values = parseEnv(read('.env.example').replaceAll(/^# (?=[A-Z_]+=)/gm, ''));
  const defaults = [...compose.matchAll(/\$\{(\w+):-([^${}]+)\}/g)].map(([, name = '', value]) => [
    name,
    value,
  ]);
  expect(
    defaults.filter(([name = '', value]) => name !== 'COMPOSE_PROJECT_NAME' && value !== values[name]),
  ).toEqual([]);
});

test.each(['kratos', 'hydra'])(
  'every portal URL in the configuration of %s follows from PORTAL_URL',
  (name) => {
    const variables = startVariables(name, { PORTAL_URL: 'https://portal.test' });
    expect(service(name).environment?.PORTAL_URL).toMatch(/^\$\{PORTAL_URL:-/);
    for (const variable of portalVariables(name).filter((one) => !one.endsWith('_RP_ID')))
      expect([variable, variables[variable]]).toEqual([
        variable,
        expect.stringMatching(/^https:\/\/portal\.test/),
      ]);
  },
);

test('Kratos says the product’s name wherever it says one', () => {
  const variables = startVariables('kratos', { PRODUCT_NAME: 'Ward' });
  const named = Object.entries(variables).filter(([, value]) => value === 'Ward');
  expect(Object.fromEntries(named)).toEqual(productVariables('Ward'));
  expect(read('provider/kratos/kratos.yml').match(/: Stethoscope$/gm)).toHaveLength(named.length);
});

test('compose does not warn about variables that .env leaves unset', () => {
  expect(compose).not.toMatch(/(?<!\$)\$\{\w+\}/);
});
