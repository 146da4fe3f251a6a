import { parseEnv } from 'node:util';
import { expect, test } from '@jest/globals';
import { productVariables } from '../provider/local/kratosEnvironment.ts';
import { schema } from '../server/settings/config.ts';
import { compose, read, service, services, without } from '../test/support/composeFile.ts';
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
const interpolated = [...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name ?? '');

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
  const defaults = [...compose.matchAll(/\$\{(\w+):-([^}]+)\}/g)].map(([, name = '', value]) => [
    name,
    value,
  ]);
  // .env.example is for trying the portal out: it allows plain http
  expect(defaults.filter(([name = '', value]) => name !== 'KRATOS_DEV' && value !== values[name])).toEqual(
    [],
  );
});

test.each(['kratos', 'hydra'])(
  'every portal URL in the configuration of %s is replaced with PORTAL_URL',
  (name) => {
    for (const variable of portalVariables(name).filter((one) => !one.endsWith('_RP_ID')))
      expect([variable, service(name).environment?.[variable]]).toEqual([
        variable,
        expect.stringMatching(/^\$\{PORTAL_URL:-/),
      ]);
  },
);

test('Kratos says the product’s name wherever it says one', () => {
  const named = Object.entries(service('kratos').environment ?? {}).filter(([, value]) =>
    value?.startsWith('${PRODUCT_NAME:-'),
  );
  expect(Object.fromEntries(named)).toEqual(productVariables('${PRODUCT_NAME:-Stethoscope}'));
  expect(read('provider/kratos/kratos.yml').match(/: Stethoscope$/gm)).toHaveLength(named.length);
});

test('the check of .env is given every file that it imports, and the portal’s brand', () => {
  const { volumes = [], env_file } = service('secrets');
  expect(env_file).toEqual([{ path: '.env', required: false }]);
  const brand = service('portal').volumes?.filter((volume) => volume.endsWith(':/brand:ro')) ?? [];
  const imported = [...read('scripts/secrets.mjs').matchAll(/from '\.\.\/(.+)'/g)].map(([, file]) => file);
  const own = ['scripts/secrets.mjs', '.env.example', ...imported].map(
    (file) => `./${file}:/portal/${file}:ro`,
  );
  expect(volumes.toSorted()).toEqual([...own, ...brand].sort());
});

test('compose does not warn about variables that .env leaves unset', () => {
  expect(compose).not.toMatch(/\$\{\w+\}/);
});
