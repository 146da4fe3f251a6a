/**
 * Checks the spelling of every text in `locales/` against LibreOffice's dictionaries and a glossary per language with
 * the names and terms that they lack (`scripts/words/glossary/`). Languages given as arguments restrict the check to
 * their texts.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import nspell from 'nspell';
import { locales, type Locale } from '../shared/messages/locales.ts';
import { root } from './bundle/root.ts';
import { excerptFor } from './words/excerptFor.ts';
import { misspelt } from './words/misspelt.ts';

/** The package of a language's dictionary, if it is not named after the language. */
const dictionaries: Partial<Record<Locale, string>> = { pt: 'pt-pt', se: 'sv' };

interface Dictionary {
  default: { aff: Uint8Array; dic: Uint8Array };
}

async function check(locale: Locale): Promise<string[]> {
  const dictionary = (await import(`dictionary-${dictionaries[locale] ?? locale}`)) as Dictionary;
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
  const catalogue = read(`locales/${locale}.json`);
  const glossary = read(`scripts/words/glossary/${locale}.txt`).split('\n').filter(Boolean);
  const entries = excerptFor(catalogue, Buffer.from(dictionary.default.dic).toString());
  const speller = nspell(Buffer.from(dictionary.default.aff), Buffer.from(entries.join('\n')));
  // nspell forgets a word that is also listed as a stem, as most German infinitives are
  const headwords = new Set(entries.map((entry) => entry.replace(/\/.*/, '')));
  const inDictionary = (word: string): boolean =>
    speller.correct(word) || headwords.has(word) || headwords.has(word.toLowerCase());
  return misspelt(JSON.parse(catalogue) as Record<string, string>, glossary, inDictionary);
}

const chosen = locales.filter((locale) => process.argv.length < 3 || process.argv.includes(locale));
for (const locale of chosen) {
  const found = await check(locale);
  if (found.length === 0) continue;
  console.error(`locales/${locale}.json\n${found.map((line) => `  ${line}\n`).join('')}`);
  process.exitCode = 1;
}
