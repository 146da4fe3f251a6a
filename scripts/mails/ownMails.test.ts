import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { newDirectory } from '../../test/support/newDirectory.ts';
import type { MailBrand } from '../../shared/mail/mailBrand.ts';
import { productMails } from '../../provider/mails/mails.ts';
import { mailKinds } from '../../provider/mails/mailKinds.ts';
import { exampleValues, mailPreview } from '../../provider/mails/mailPreview.ts';
import { mailTemplates } from '../../provider/mails/mailTemplates.ts';
import { contrast } from '../../server/brand/color.ts';
import { brandNames } from '../gallery/sampleBrands.ts';
import { ownMails } from './ownMails.ts';

const directory = newDirectory();

/** Writes a file. @returns its path */
function written(name: string, content: unknown): string {
  const file = path.join(directory, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const sample = (name: string): string =>
  path.join(import.meta.dirname, `../../docs/brands/${name}/brand.json`);
const bodyOf = (mails = productMails): string =>
  mailTemplates(mails).get('login_code/valid/email.body.gotmpl') ?? '';

test('an empty brand gives exactly the product’s mails', () => {
  expect(ownMails({ BRAND_FILE: written('nothing.json', {}) })).toEqual(productMails);
});

test('PRODUCT_NAME is the name in the mails unless a brand has one', () => {
  expect(ownMails({ PRODUCT_NAME: 'Acme' }).brand.product).toBe('Acme');
  const named = ownMails({ PRODUCT_NAME: 'Acme', BRAND_FILE: sample('harbour') });
  expect(named.brand.product).toBe('Harbour Dental');
});

/** The text colours of a mail, each with a background that it is shown on. */
const pairs: [keyof MailBrand['colors']['light'], keyof MailBrand['colors']['light']][] = [
  ['ink', 'surface'],
  ['ink', 'surfaceRaised'],
  ['inkSoft', 'surface'],
  ['link', 'surface'],
  ['onAction', 'action'],
];

describe.each(brandNames)('the mails of %s', (name) => {
  const mails = ownMails({ BRAND_FILE: sample(name) });

  test('have its name, the colours of both themes, logo and corners, and none of the product’s', () => {
    const body = bodyOf(mails);
    const { product, colors, cardRadius } = mails.brand;
    expect(body).toContain(product);
    expect(body).toContain(colors.light.ground);
    expect(body).toContain(`.card{background:${colors.dark.surface}!important`);
    expect(body).toContain(`border-radius:${cardRadius}px`);
    expect(body).toMatch(/<svg width="32" height="32" viewBox=/);
    expect(body).not.toMatch(/Stethoscope|#009fe3|#0074aa/);
  });

  test('fetch nothing and are small in every language', () => {
    for (const content of mailTemplates(mails).values()) {
      expect(content).not.toMatch(/<(img|link|script|iframe)|url\(|@import|@font-face/);
      expect(Buffer.byteLength(content)).toBeLessThan(20_000);
    }
  });

  test.each(['light', 'dark'] as const)('can be read in the %s theme', (theme) => {
    const colors = mails.brand.colors[theme];
    const faint = pairs.filter(([on, ground]) => contrast(colors[on], colors[ground]) < 4.5);
    expect(faint).toEqual([]);
  });
});

test('the page icon replaces a logo that contains the name, because mails show the name as text', () => {
  const { light, dark } = ownMails({ BRAND_FILE: sample('harbour') }).brand.logo;
  expect(light).toContain('viewBox="0 0 32 32"');
  expect(light).not.toContain('<text');
  expect(dark).toBeUndefined();
});

test('a logo for the dark theme is shown only there, and the ids of the two logos differ', () => {
  const gradient = '<svg viewBox="0 0 1 1"><linearGradient id="g"/><path fill="url(#g)"/></svg>';
  written('both.svg', `<?xml version="1.0"?><!-- drawn by hand -->${gradient}`);
  const logo = { light: 'both.svg', dark: 'both.svg' };
  const body = bodyOf(ownMails({ BRAND_FILE: written('both.json', { logo }) }));
  expect(body).toContain(
    '<span class="day"><svg width="32" height="32" viewBox="0 0 1 1" aria-hidden="true">',
  );
  expect(body).toContain('id="day-g"/><path fill="url(#day-g)"');
  expect(body).toContain('id="night-g"/><path fill="url(#night-g)"');
  expect(body).toContain('.night{display:none}');
  expect(body).toContain('.day{display:none!important}.night{display:inline!important}');
});

test('a logo that is not an SVG is left out of mails', () => {
  writeFileSync(path.join(directory, 'logo.png'), Buffer.from('\x89PNG\r\n', 'latin1'));
  const BRAND_FILE = written('png.json', { name: 'Acme', logo: { light: 'logo.png' } });
  expect(ownMails({ BRAND_FILE }).brand.logo).toEqual({ light: '' });
});

test.each([
  ['that is missing', undefined, /missing\.svg cannot be read: ENOENT/],
  ['that is something else', 'nothing', /faulty\.svg is not a valid \.svg file/],
  ['whose svg element is cut off', '<svg viewBox', /cannot be part of a mail: it has no svg element/],
  ['that would be read as a template', '<svg>{{ . }}</svg>', /cannot be part of a mail: it contains \{\{/],
  ['that is a template without a comment', '<svg>{<!-- -->{ $code }}</svg>', /it contains \{\{/],
  ['that is a template without its width', '<svg a="{ width="1"{ $code }}"></svg>', /it contains \{\{/],
])('a logo %s is refused', (_what, content, words) => {
  const logo = content === undefined ? 'missing.svg' : 'faulty.svg';
  if (content !== undefined) written(logo, content);
  const BRAND_FILE = written('faulty.json', { logo: { light: logo } });
  expect(() => ownMails({ BRAND_FILE })).toThrow(words);
});

test('the operator’s texts replace the product’s, and all others stay', () => {
  const texts = newDirectory();
  writeFileSync(path.join(texts, 'pl.json'), '{"mail.loginCode.subject":"{product}: this opens it"}');
  const mails = ownMails({ TEXTS_DIRECTORY: texts });
  const kind = mailKinds.find(({ folder }) => folder === 'login_code/valid');
  if (!kind) throw new Error('no such mail');
  expect(mailPreview(kind, 'pl', mails, exampleValues).subject).toBe('Stethoscope: this opens it');
  expect(mailPreview(kind, 'fr', mails, exampleValues)).toEqual(
    mailPreview(kind, 'fr', productMails, exampleValues),
  );
  expect(mailTemplates(mails).get('login_code/valid/email.subject.gotmpl')).toContain('": this opens it"');
});

test.each(['{product}: {code} opens it', '{product}: {link} opens it'])(
  'an operator’s subject “%s” is refused',
  (subject) => {
    const texts = newDirectory();
    writeFileSync(path.join(texts, 'pl.json'), JSON.stringify({ 'mail.loginCode.subject': subject }));
    expect(() => ownMails({ TEXTS_DIRECTORY: texts })).toThrow(
      /pl\.json: mail\.loginCode\.subject has \{.*, which the product's text lacks/,
    );
  },
);
