import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { catalogueTexts } from '../../test/support/catalogueIntl.ts';
import { exampleContexts } from '../../test/support/exampleContexts.ts';
import { pageNames, pageRow } from '../pages.ts';

const root = path.join(import.meta.dirname, '../..');
const code = '{client,server,shared,provider/mails}/**/*.{ts,tsx}';
const keys = Object.keys(catalogueTexts.en);
const areas = [...new Set(keys.map((key) => key.split('.', 1)[0] ?? ''))];

// names of attributes of spans, such as `error.type`, look like keys
const sources = globSync(code, { cwd: root })
  .filter((file) => !file.includes('.test.') && !file.startsWith('server/traces/'))
  .map((file) => readFileSync(path.join(root, file), 'utf8'))
  .join('\n');

/** The keys that formatjs finds in calls that format texts. */
const extracted = Object.keys(
  JSON.parse(
    execFileSync(
      process.execPath,
      ['node_modules/@formatjs/cli/bin/formatjs', 'extract', code, '--ignore', '**/*.test.*'],
      { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    ),
  ) as object,
);

/** Keys in string literals elsewhere: `'flow.expired'`, or `title: 'about.title'` even if no key has that prefix yet. */
const quoted = new RegExp(`['"\`]((?:${areas.join('|')})(?:\\.[\\w-]+)+)['"\`]`, 'g');
const titles = /\btitle: '([a-z]\w*(?:\.\w+)+)'/g;
const literals = new Set([
  ...extracted,
  ...[...sources.matchAll(quoted), ...sources.matchAll(titles)].map(([, key]) => key ?? ''),
]);

/**
 * Keys that are built at run time, such as `settings.${group}.title`; those of the provider’s messages and traits are below.
 */
const templates = Array.from(
  sources.matchAll(/`([\w.]*(?:\$\{[^{}`]+\}[\w.]*)+)`/g),
  ([, template]) => template ?? '',
)
  .filter((template) => !/^(?:provider|trait)\./.test(template))
  .filter((template) =>
    new RegExp(`^(?:${areas.join('|')})\\..*[\\w}]$|^\\$\\{\\w+\\}(?:\\.[a-z]\\w*)+$`).test(template),
  )
  .map((template) => new RegExp(`^${template.replaceAll('.', '\\.').replace(/\$\{[^{}]+\}/g, '[\\w.]+')}$`));

/** The keys of messages that the provider may send, and of lists in them whose items have texts. */
const messages = Object.entries(exampleContexts).flatMap(([id, context]) => [
  `provider.${id}`,
  ...Object.entries(context)
    .filter(([, value]) => Array.isArray(value))
    .map(([name]) => `provider.${id}.${name}`),
]);

interface Schema {
  properties?: Record<string, Schema>;
}

const traitNames = ({ properties = {} }: Schema): string[] =>
  Object.entries(properties).flatMap(([name, schema]) =>
    schema.properties ? traitNames(schema).map((inner) => `${name}.${inner}`) : [name],
  );

const { properties } = JSON.parse(
  readFileSync(path.join(root, 'provider/kratos/identity.schema.json'), 'utf8'),
) as Schema;
const traits = traitNames(properties?.traits ?? {}).map((name) => `trait.${name}`);

test('every key that the code names is in the catalogue', () => {
  expect(extracted.length).toBeGreaterThan(50);
  // names of files look like keys, too
  const named = [...literals].filter((key) => !/\.(?:json|html)$/.test(key));
  // of a group of texts, the code names the part that they share
  const isKey = (key: string): boolean => keys.some((one) => one === key || one.startsWith(`${key}.`));
  expect(named.filter((key) => !isKey(key))).toEqual([]);
  expect(templates.filter((pattern) => !keys.some((key) => pattern.test(key))).map(String)).toEqual([]);
});

test('every page that the header offers has a text', () => {
  const offered = pageNames.filter((name) => pageRow(name).offeredTo.length > 0);
  expect(offered.map((name) => `nav.${name}`).filter((key) => !keys.includes(key))).toEqual([]);
});

test('every text is used by the code, for a message of the provider or for a trait', () => {
  const used = new Set([...literals, ...messages, ...traits]);
  expect(keys.filter((key) => !used.has(key) && !templates.some((pattern) => pattern.test(key)))).toEqual([]);
});
