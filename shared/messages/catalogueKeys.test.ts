import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { catalogueTexts } from '../../test/support/catalogueIntl.ts';
import { pageNames, pageRow } from '../pages.ts';

const root = path.join(import.meta.dirname, '../..');
const keys = Object.keys(catalogueTexts.en);

/** The provider decides which of its messages and traits are shown. */
const fromProvider = /^(provider|trait)\./;

const areas = [...new Set(keys.map((key) => key.split('.', 1)[0] ?? ''))].filter(
  (area) => !fromProvider.test(`${area}.`),
);

const sources = globSync('{client,server,shared,provider/mails}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !file.includes('.test.'))
  .map((file) => readFileSync(path.join(root, file), 'utf8'))
  .join('\n');

/** Catalogue keys as written in the code: `'flow.expired'`, or `id="about.title"` and `title: 'about.title'` if no key has that prefix yet. */
const quoted = new RegExp(`['"\`]((?:${areas.join('|')})(?:\\.[\\w-]+)+)['"\`]`, 'g');
const formatted = /\b(?:id|title)(?:=|: )["']([a-z]\w*(?:\.\w+)+)["']/g;
const literals = new Set(
  [...sources.matchAll(quoted), ...sources.matchAll(formatted)].map(([, key]) => key ?? ''),
);
const templates = Array.from(
  sources.matchAll(/`([\w.]*(?:\$\{[^{}`]+\}[\w.]*)+)`/g),
  ([, template]) => template ?? '',
)
  .filter((template) =>
    new RegExp(`^(?:${areas.join('|')})\\..*[\\w}]$|^\\$\\{\\w+\\}(?:\\.\\w+)+$`).test(template),
  )
  .map((template) => new RegExp(`^${template.replaceAll('.', '\\.').replace(/\$\{[^{}]+\}/g, '[\\w.]+')}$`));

test('every key that the code names is in the catalogue', () => {
  expect([...literals].filter((key) => !keys.includes(key))).toEqual([]);
  expect(templates.filter((pattern) => !keys.some((key) => pattern.test(key))).map(String)).toEqual([]);
});

test('the header has a text for every page that it offers', () => {
  const offered = pageNames.filter((name) => pageRow(name).offeredTo.length > 0);
  expect(offered.map((name) => `nav.${name}`).filter((key) => !keys.includes(key))).toEqual([]);
});

test('every text of the portal is used', () => {
  const unused = keys.filter(
    (key) => !fromProvider.test(key) && !literals.has(key) && !templates.some((pattern) => pattern.test(key)),
  );
  expect(unused).toEqual([]);
});
