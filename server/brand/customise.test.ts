import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { newDirectory } from '../../test/support/newDirectory.ts';
import type { Express } from 'express';
import request from 'supertest';
import { appInProcess, browserHeaders, portalUrl } from '../../test/support/appInProcess.ts';
import { emptyManifest } from '../../test/support/emptyManifest.ts';

const own = 'body{margin:0}';
const directory = newDirectory();
let app: Express;

const write = (name: string, content: unknown): void => {
  const file = path.join(directory, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
};

beforeAll(() => {
  write('client/assets/first.css', own);
  write('client/assets/account-en.json', { 'nav.skip': 'Skip', 'nav.title': 'Title' });
  write('brand.json', {
    name: 'Nordlicht <Kliniken>',
    logo: { light: 'logo.svg', hasName: true },
    favicon: 'icon.svg',
    colors: { light: { action: '#0b6e63' } },
    font: { family: 'Nord', regular: 'a.woff2', semibold: 'B.WOFF2' },
    radius: 4,
  });
  for (const name of ['logo.svg', 'icon.svg'])
    write(name, `<svg xmlns="http://www.w3.org/2000/svg" id="${name}"/>`);
  for (const name of ['a.woff2', 'B.WOFF2']) write(name, `wOF2 ${name}`);
  write('texts/en.json', {
    'nav.skip': 'To the content',
    'trait.company': 'Clinic',
  });
  app = appInProcess(
    {
      KRATOS_PUBLIC_URL: 'http://127.0.0.1:9',
      BRAND_FILE: path.join(directory, 'brand.json'),
      TEXTS_DIRECTORY: path.join(directory, 'texts'),
    },
    {
      clientDirectory: path.join(directory, 'client'),
      assets: {
        ...emptyManifest,
        texts: { ...emptyManifest.texts, account: { en: '/assets/account-en.json' } },
      },
    },
  );
});

const get = (url: string) => request(app).get(url).set('Host', new URL(portalUrl).host);

async function page(): Promise<string> {
  const { text } = await get('/').set(browserHeaders);
  return text;
}

const urlIn = (html: string, pattern: RegExp): string => pattern.exec(html)?.[1] ?? '';

test('a brand’s name is in the title and the header, as text', async () => {
  const html = await page();
  expect(html).toContain('Nordlicht &lt;Kliniken&gt;');
  expect(html).not.toContain('<Kliniken>');
  expect(html).not.toContain('Stethoscope');
});

test('a brand’s colours are at the end of the first stylesheet, which is cached for ever, and not in the page', async () => {
  const html = await page();
  const { text, headers } = await get(urlIn(html, /rel="stylesheet" href="([^"]+)"/));
  expect(text.startsWith(own)).toBe(true);
  expect(text).toContain('--action:#0b6e63');
  expect(text).toContain('--radius:0.25rem');
  expect(text).toContain("--font:'Nord'");
  expect(headers['content-type']).toBe('text/css; charset=utf-8');
  expect(headers['cache-control']).toContain('immutable');
  expect(html).not.toMatch(/<style|style="/);
});

test('a brand’s files come from the portal’s own origin, under the portal’s content security policy', async () => {
  const html = await page();
  const { text } = await get(urlIn(html, /rel="stylesheet" href="([^"]+)"/));
  const urls = [...text.matchAll(/url\(([^)]+)\)/g)].map(([, url]) => url ?? '');
  expect(new Set(urls).size).toBe(3);
  for (const url of [...urls, urlIn(html, /rel="icon" href="([^"]+)"/)]) {
    expect(url).toMatch(/^\/assets\/[\w-]+-[\da-f]{8}\.(?:svg|woff2)$/);
    const { status, headers } = await get(url);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(url.endsWith('.svg') ? 'image/svg+xml' : 'font/woff2');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  }
});

test('the operator’s texts are in the page, and in the file that browsers fetch', async () => {
  const html = await page();
  expect(html).toContain('To the content');
  const { text } = await get(urlIn(html, /"texts":"([^"]+)"/));
  const body = JSON.parse(text) as object;
  expect(body).toHaveProperty(['nav.title'], 'Title');
  expect(JSON.stringify(body)).toContain('To the content');
  expect(JSON.stringify(body)).toContain('Clinic');
});

test.each([
  ['does not exist', { favicon: 'missing.svg' }, /BRAND_FILE: favicon .*missing\.svg cannot be read: ENOENT/],
  [
    'does not have the type that its name says',
    { logo: { light: 'key.png' } },
    /BRAND_FILE: logo\.light .*key\.png is not a valid \.png file/,
  ],
])('a brand’s file that %s prevents the start', (_what, brand, words) => {
  write('key.png', 'a private key');
  write('broken.json', brand);
  const start = (): Express =>
    appInProcess(
      { KRATOS_PUBLIC_URL: 'http://127.0.0.1:9', BRAND_FILE: path.join(directory, 'broken.json') },
      { clientDirectory: path.join(directory, 'client'), assets: emptyManifest },
    );
  expect(start).toThrow(words);
});
