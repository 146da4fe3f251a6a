import { readdirSync } from 'node:fs';
import formatjs from 'eslint-plugin-formatjs';
import { catalogueProcessor } from './catalogueProcessor.mjs';

/** The language tag of each catalogue that is not named after it. */
const tags = { pt: 'pt-PT', se: 'sv' };

/**
 * The plural forms that a language needs for the numbers used here (minutes, seconds, lengths, counts), and those that
 * it does not have. Others are allowed, as Spanish “many”, which begins at a million.
 *
 * @param {string} tag
 */
function pluralForms(tag) {
  const rules = new Intl.PluralRules(tag);
  const needed = new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)));
  const strange = ['zero', 'one', 'two', 'few', 'many', 'other'].filter(
    (form) => !rules.resolvedOptions().pluralCategories.includes(form),
  );
  return Object.fromEntries([
    ...[...needed].map((form) => [form, true]),
    ...strange.map((form) => [form, false]),
  ]);
}

const locales = readdirSync(new URL('../../locales', import.meta.url)).map((file) =>
  file.replace('.json', ''),
);

/** ESLint's configuration for `locales/*.json`. */
export const catalogueRules = [
  { files: ['locales/*.json'], processor: catalogueProcessor },
  {
    files: ['locales/*.json/*.js'],
    plugins: { formatjs },
    rules: {
      'formatjs/no-invalid-icu': 'error',
      'formatjs/no-offset': 'error',
      'formatjs/no-emoji': 'error',
      'formatjs/no-multiple-whitespaces': 'error',
      'formatjs/no-missing-icu-plural-one-placeholders': 'error',
      'formatjs/prefer-pound-in-plural': 'error',
      'formatjs/prefer-full-sentence': 'error',
      'formatjs/no-complex-selectors': ['error', { limit: 20 }],
      'formatjs/blocklist-elements': ['error', ['selectordinal']],
    },
  },
  ...locales.map((locale) => ({
    files: [`locales/${locale}.json/*.js`],
    rules: { 'formatjs/enforce-plural-rules': ['error', pluralForms(tags[locale] ?? locale)] },
  })),
];
