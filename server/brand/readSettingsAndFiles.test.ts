import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { newDirectory } from '../../test/support/newDirectory.ts';
import { SettingsError } from '../settings/config.ts';
import { readSettingsAndFiles } from './readSettingsAndFiles.ts';

const KRATOS_PUBLIC_URL = 'http://kratos:4433';

test('every fault of the settings, the brand, its files and the texts is reported at once', () => {
  const directory = newDirectory();
  const at = (name: string): string => path.join(directory, name);
  mkdirSync(at('texts'));
  writeFileSync(at('texts/en.json'), '{');
  writeFileSync(at('texts/de.json'), JSON.stringify({ 'no.key': 'a' }));
  writeFileSync(at('page.svg'), 'no image');
  const brand = {
    radius: 99,
    logo: { light: 'none.svg' },
    favicon: 'page.svg',
    colors: { light: { link: '#009fe3' } },
  };
  writeFileSync(at('brand.json'), JSON.stringify(brand));
  const environment = {
    KRATOS_PUBLIC_URL,
    PORT: 'abc',
    BRAND_FILE: at('brand.json'),
    TEXTS_DIRECTORY: at('texts'),
  };
  const faults: string[] = [];
  try {
    readSettingsAndFiles(environment);
  } catch (error) {
    if (error instanceof SettingsError) faults.push(...error.faults);
  }
  // a colour that is faint on several grounds counts once
  const each = new Set(faults.map((fault) => fault.replace(/ on .* has a contrast of .*/, '')));
  expect([...each]).toEqual([
    expect.stringMatching(/^PORT: must be/),
    expect.stringMatching(/^BRAND_FILE: radius must be 0 to 24/),
    'BRAND_FILE: colors.light.link #009fe3',
    expect.stringMatching(/^BRAND_FILE: favicon .*page\.svg is not a valid \.svg file/),
    expect.stringMatching(/^BRAND_FILE: logo\.light .*none\.svg cannot be read: ENOENT/),
    expect.stringMatching(/^TEXTS_DIRECTORY: de\.json: no\.key is not the key of a text/),
    expect.stringMatching(/^TEXTS_DIRECTORY: .*en\.json cannot be read/),
  ]);
});

test.each([
  ['the same as PRODUCT_NAME is accepted', 'Acme', []],
  ['without a PRODUCT_NAME is accepted', '', []],
  [
    'other than PRODUCT_NAME is refused',
    'Other',
    [
      'PRODUCT_NAME must be Acme, as in BRAND_FILE: Kratos says Other in authenticator apps, passkeys and mails',
    ],
  ],
])('a brand’s name %s', (_what, PRODUCT_NAME, faults) => {
  const BRAND_FILE = path.join(newDirectory(), 'brand.json');
  writeFileSync(BRAND_FILE, JSON.stringify({ name: 'Acme' }));
  const found: string[] = [];
  try {
    readSettingsAndFiles({ KRATOS_PUBLIC_URL, BRAND_FILE, PRODUCT_NAME });
  } catch (error) {
    if (error instanceof SettingsError) found.push(...error.faults);
  }
  expect(found).toEqual(faults);
});

test('without a brand and texts, the settings are all', () => {
  expect(readSettingsAndFiles({ KRATOS_PUBLIC_URL })).toMatchObject({ KRATOS_PUBLIC_URL, PORT: 3000 });
});
