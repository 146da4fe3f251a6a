import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import * as z from 'zod';
import { lookUp } from '../../shared/fields.ts';
import { defaultLocale, locales, type Locale } from '../../shared/messages/locales.ts';
import { withUnbrokenHyphens } from '../../shared/messages/withUnbrokenHyphens.ts';
import { catalogues, eachWhenUsed, type Catalogues } from '../render/catalogues.ts';
import { isLocale } from '../render/locale.ts';
import { collectFaults } from '../settings/collectFaults.ts';
import { SettingsError } from '../settings/config.ts';

/** The operator's own texts, compiled, by language. */
export type OwnTexts = Partial<Record<Locale, Record<string, MessageFormatElement[]>>>;

const schema = z.record(z.string(), z.string());

/** Trait titles come from the identity schema, so their keys cannot be known in advance. */
const traitKey = /^trait\.[\w.-]+$/;

/** The format of an argument, if it needs a value of a certain type: only a date can be formatted as a date. */
const formats = new Map<TYPE, string>([
  [TYPE.number, ', number'],
  [TYPE.date, ', date'],
  [TYPE.time, ', time'],
]);

/** Returns the arguments and tags of a text with their formats, including those inside plurals and selects. */
const argumentsIn = (message: MessageFormatElement[]): string[] => {
  const names = message.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    const inner =
      'options' in element
        ? Object.values(element.options).flatMap(({ value }) => argumentsIn(value))
        : 'children' in element
          ? argumentsIn(element.children)
          : [];
    // a tag and an argument of the same name are not interchangeable
    const written =
      element.type === TYPE.tag
        ? `<${element.value}>`
        : `{${element.value}${formats.get(element.type) ?? ''}}`;
    return [written, ...inner];
  });
  return [...new Set(names)].sort();
};

/** Returns the product's text for a key; the build compiles it, tests have its source. */
function productText(key: string): MessageFormatElement[] | undefined {
  const texts: Partial<Record<string, string | MessageFormatElement[]>> = catalogues[defaultLocale];
  const text = lookUp(texts, key);
  return typeof text === 'string' ? parse(text) : text;
}

/** Explains what is wrong with a text; undefined if nothing is. */
function faultOf(key: string, text: string): string | undefined {
  const product = productText(key);
  if (!product && !traitKey.test(key)) return 'is not the key of a text';
  if (text.trim() === '') return 'is empty';
  try {
    const [has, needs] = [argumentsIn(parse(text)), argumentsIn(product ?? [])];
    const missing = needs.filter((name) => !has.includes(name));
    const strange = has.filter((name) => !needs.includes(name));
    if (missing.length > 0) return `lacks ${missing.join(', ')}`;
    if (strange.length > 0) return `has ${strange.join(', ')}, which the product's text lacks`;
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
 * Reads the operator's own texts: `<language>.json` for any of the languages, each with the texts that replace the
 * product's.
 *
 * @throws SettingsError with a line for each unknown language or key, text that is not in the ICU message format, and
 * text whose arguments differ from the product's
 */
export function readTexts(directory: string): OwnTexts {
  const { attempt, settle } = collectFaults();
  const texts: OwnTexts = {};
  for (const name of filesIn(directory).sort())
    attempt(() => {
      const locale = path.basename(name, '.json');
      if (!isLocale(locale))
        throw new SettingsError([
          `TEXTS_DIRECTORY: ${name} is not a language of the portal: ${locales.join(', ')}`,
        ]);
      const read = Object.entries(readFile(path.join(directory, name)));
      const faults = read.flatMap(([key, text]) => {
        const fault = faultOf(key, text);
        return fault === undefined ? [] : [`TEXTS_DIRECTORY: ${name}: ${key} ${fault}`];
      });
      if (faults.length > 0) throw new SettingsError(faults);
      texts[locale] = Object.fromEntries(read.map(([key, text]) => [key, parse(withUnbrokenHyphens(text))]));
    });
  return settle(texts);
}

/** Returns the product's texts with the operator's replacements. */
export const withOwnTexts = (own: OwnTexts): Catalogues =>
  eachWhenUsed((locale) => ({ ...catalogues[locale], ...own[locale] }) as Catalogues[Locale]);
