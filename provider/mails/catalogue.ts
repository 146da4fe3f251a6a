import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locale } from '../../shared/messages/locales.ts';

/** A language's texts by key, from `locales/`. */
export const catalogue = (locale: Locale): Record<string, string> =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, `../../locales/${locale}.json`), 'utf8')) as Record<
    string,
    string
  >;

/**
 * A text of a catalogue.
 *
 * @throws Error when there is none
 */
export function textOf(texts: Record<string, string>, key: string): string {
  const text = texts[key];
  if (!text) throw new Error(`the catalogue has no text ${key}`);
  return text;
}
