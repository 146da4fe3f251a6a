import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { z } from 'zod';
import { lookUp } from '../../shared/fields.ts';
import { defaultLocale, locales, type Locale } from '../../shared/messages/locales.ts';
import { catalogues, type Catalogues } from '../render/catalogues.ts';
import { isLocale } from '../render/locale.ts';
import { SettingsError } from '../settings/config.ts';

/** The operator's own texts, compiled, by language. */
export type OwnTexts = Partial<Record<Locale, Record<string, MessageFormatElement[]>>>;

const schema = z.record(z.string(), z.string());

/** Titles of traits are the identity schema's own, so that their keys cannot be known. */
const traitKey = /^trait\.[\w.-]+$/;

/** How an argument is written out, if that is more than its text: one that is no date has no date to write. */
const formats = new Map<TYPE, string>([
  [TYPE.number, ', number'],
  [TYPE.date, ', date'],
  [TYPE.time, ', time'],
]);

/** The arguments and tags of a text as they are written, with their formats, those inside plurals and selects included. */
const argumentsIn = (message: MessageFormatElement[]): string[] => {
  const names = message.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    const inner =
      'options' in element
        ? Object.values(element.options).flatMap(({ value }) => argumentsIn(value))
        : 'children' in element
          ? argumentsIn(element.children)
          : [];
    // a tag has no value to write, and an argument nothing to put around a text
    const written =
      element.type === TYPE.tag
        ? `<${element.value}>`
        : `{${element.value}${formats.get(element.type) ?? ''}}`;
    return [written, ...inner];
  });
  return [...new Set(names)].sort();
};

/** The product's text of a key; the build compiles it, tests have it as it is written. */
function productText(key: string): MessageFormatElement[] | undefined {
  const texts: Partial<Record<string, string | MessageFormatElement[]>> = catalogues[defaultLocale];
  const text = lookUp(texts, key);
  return typeof text === 'string' ? parse(text) : text;
}

/** What is wrong with one text; undefined if nothing is. */
function faultOf(key: string, text: string): string | undefined {
  const product = productText(key);
  if (!product && !traitKey.test(key)) return 'is not the key of a text';
  if (text.trim() === '') return 'is empty';
  try {
    const [has, needs] = [argumentsIn(parse(text)), argumentsIn(product ?? [])];
    const missing = needs.filter((name) => !has.includes(name));
    const strange = has.filter((name) => !needs.includes(name));
    if (missing.length > 0) return `lacks ${missing.join(', ')}`;
    if (strange.length > 0) return `has ${strange.join(', ')}, which the product's text has not`;
  } catch (cause) {
    return `is not in the ICU message format: ${(cause as Error).message}`;
  }
  return undefined;
}

/** @throws SettingsError when it cannot be read or is not an object of strings */
function readFile(file: string): Record<string, string> {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? 'it must be an object of strings' : (cause as Error).message;
    throw new SettingsError([`TEXTS_DIRECTORY: ${file} cannot be read: ${reason}`]);
  }
}

function filesIn(directory: string): string[] {
  try {
    return readdirSync(directory).filter((name) => name.endsWith('.json'));
  } catch (cause) {
    throw new SettingsError([`TEXTS_DIRECTORY: ${(cause as Error).message}`]);
  }
}

/**
 * Reads the operator's own texts: `<language>.json` for as many languages as there are, each with as many texts as are to
 * differ from the product's.
 *
 * @throws SettingsError with a line for each unknown language or key, text that is not in the ICU message format, and text
 *   whose arguments are not those of the product's
 */
export function readTexts(directory: string): OwnTexts {
  const lines: string[] = [];
  const texts: OwnTexts = {};
  for (const name of filesIn(directory)) {
    const locale = path.basename(name, '.json');
    if (!isLocale(locale)) {
      lines.push(`TEXTS_DIRECTORY: ${name} is no language of the portal: ${locales.join(', ')}`);
      continue;
    }
    const read = Object.entries(readFile(path.join(directory, name)));
    const faults = read.flatMap(([key, text]) => {
      const fault = faultOf(key, text);
      return fault === undefined ? [] : [`TEXTS_DIRECTORY: ${name}: ${key} ${fault}`];
    });
    lines.push(...faults);
    if (faults.length === 0)
      texts[locale] = Object.fromEntries(read.map(([key, text]) => [key, parse(text)]));
  }
  if (lines.length > 0) throw new SettingsError(lines);
  return texts;
}

/** The product's texts with the operator's in place of those that they replace. */
export const withOwnTexts = (own: OwnTexts): Catalogues =>
  Object.fromEntries(
    locales.map((locale) => [locale, { ...catalogues[locale], ...own[locale] }]),
  ) as Catalogues;
