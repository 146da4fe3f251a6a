import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { defaultLocale, languageTag, locales } from '../../shared/messages/locales.ts';
import { productMails } from './mails.ts';
import { mailKinds } from './mailKinds.ts';
import { exampleValues, mailPreview } from './mailPreview.ts';
import { mailTemplates } from './mailTemplates.ts';

const directory = path.join(import.meta.dirname, '../kratos/mails');
const templates = mailTemplates(productMails);
const contents = [...templates.values()];
const largest = 20_000;

test('the templates in provider/kratos are up to date with the catalogues: npm run mails writes them', () => {
  const written = globSync('**/*.gotmpl', { cwd: directory }).sort();
  expect(written).toEqual([...templates.keys()].sort());
  const outdated = written.filter(
    (name) => readFileSync(path.join(directory, name), 'utf8') !== templates.get(name),
  );
  expect(outdated).toEqual([]);
});

test('every template is under 20 KB, with all its languages', () => {
  expect(contents.filter((content) => Buffer.byteLength(content) > largest)).toEqual([]);
});

test('templates read the provider’s codes, links and minutes, and no user input except a language', () => {
  const read = contents.flatMap((content) =>
    Array.from(content.matchAll(/\$mail\.(\w+)/g), ([, name]) => name),
  );
  expect([...new Set(read)].sort()).toEqual([
    ...['expires_in_minutes', 'identity', 'login_code', 'recovery_code', 'recovery_url', 'registration_code'],
    ...['request_url', 'traits', 'transient_payload', 'verification_code', 'verification_url'],
  ]);
  const fields = contents.flatMap((content) => content.match(/(?<=[\s(])\.[A-Za-z]\w*/g) ?? []);
  expect([...new Set(fields)].sort()).toEqual(['.locale', '.traits']);
});

test('a product’s name cannot end a string in a template', () => {
  const product = 'A "quoted" {{ .To }} <b>';
  const [subject] = mailTemplates({ ...productMails, brand: { ...productMails.brand, product } }).values();
  expect(subject).toContain(String.raw`"A \"quoted\" {{ .To }} <b>"`);
});

describe.each(mailKinds)('$folder', (kind) => {
  const english = mailPreview(kind, defaultLocale, productMails, exampleValues);

  test('in French has a no-break space before colons and question marks, in both parts', () => {
    const { html, text } = mailPreview(kind, 'fr', productMails, exampleValues);
    const shown = html.replaceAll(/<style.*?<\/style>|<[^>]+>/gs, ' ');
    expect(`${shown} ${text}`.match(/.{20}[^\u{a0}\u{202f}][:;?!](?=\s)/gu)).toBeNull();
  });

  test.each(locales)('in %s is small HTML with language and direction, and fetches nothing', (locale) => {
    const { html, text, subject } = mailPreview(kind, locale, productMails, exampleValues);
    expect(html).toContain(`<html lang="${languageTag(locale)}" dir="ltr">`);
    expect(Buffer.byteLength(html)).toBeLessThan(largest);
    expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|@import|@font-face/);
    const addresses = html.match(/https?:[^"<\s]+/g) ?? [];
    expect(addresses.filter((address) => address.replaceAll('&amp;', '&') !== exampleValues.link)).toEqual(
      [],
    );
    expect(`${html}${text}${subject}`).not.toMatch(/undefined|\{(code|link|minutes|product)\b/);
  });

  test('has the code and the link in both parts', () => {
    const { html, text } = english;
    if (kind.code) expect([html, text].every((part) => part.includes('739204'))).toBe(true);
    if (kind.link) expect(text).toContain(`\n${exampleValues.link}\n`);
    if (!kind.code && !kind.link) expect(html).not.toContain('href');
  });

  test.each(locales)('in %s has no code, link or address in its subject and preview', (locale) => {
    const { subject, html } = mailPreview(kind, locale, productMails, exampleValues);
    const [, preview = ''] = /<body.*>\s*<div style="display:none[^"]*">(.+)<\/div>/.exec(html) ?? [];
    for (const line of [subject, preview]) {
      expect(line).toMatch(/\p{L}{3}/u);
      expect(line).not.toMatch(/\d|@|:\/\//);
    }
    // so long that no mail program shows text from the body after it
    expect(preview.length).toBeGreaterThan(300);
  });

  test('has a template for its subject that reads neither code nor link', () => {
    const subject = templates.get(`${kind.folder}/email.subject.gotmpl`);
    expect(subject).toContain('{{- $subject = ');
    expect(subject).not.toMatch(/\$code|\$link|_code|_url\b(?<!request_url)/);
  });

  test('says what to do if the reader did not request it, that nobody will ask for the code, and why it was sent', () => {
    for (const part of [english.html, english.text]) {
      expect(part).toContain('You did not ask for this?');
      expect(part).toMatch(
        /Nobody from Stethoscope will ever ask you for|Stethoscope never asks for this code/,
      );
      expect(part).toContain('You received this email because somebody');
    }
  });

  test.each(locales.filter((locale) => locale !== defaultLocale))(
    'has no English sentence in %s',
    (locale) => {
      const sentences = (text: string): string[] =>
        text.split(/\n|(?<=[.?:]) /).filter((line) => line.includes(' '));
      const { text, subject } = mailPreview(kind, locale, productMails, exampleValues);
      const all = sentences(`${subject}\n${text}`);
      expect(sentences(`${english.subject}\n${english.text}`).filter((line) => all.includes(line))).toEqual(
        [],
      );
    },
  );
});
