import { describe, expect, test } from '@jest/globals';
import type { Page, PageContext } from '../../shared/page.ts';
import { emptyManifest } from '../../test/support/emptyManifest.ts';
import type { AssetManifest } from './assets.ts';
import { htmlDocument } from './document.ts';

const context = { locale: 'se', theme: 'dark', product: 'Stetho' } as PageContext;
const hostile = `</script><script>alert(1)</script><!-- é 😀 \u2028 "'&`;

interface Parts {
  page?: Page;
  context?: PageContext;
  assets?: AssetManifest;
  title?: string;
  body?: string;
  data?: string;
  later?: { scripts: string[]; styles: string[] };
  texts?: string;
}

function documentOf(parts: Parts): string {
  return htmlDocument({
    page: { name: 'deviceDone', props: {} },
    title: 'Title',
    body: '',
    data: '{}',
    context,
    nonce: 'n',
    texts: '/assets/texts.json',
    assets: emptyManifest,
    ...parts,
  });
}

const dataIn = (html: string): unknown =>
  JSON.parse(/<script type="application\/json" id="page">(.*?)<\/script>/s.exec(html)?.[1] ?? '');

describe('the served document', () => {
  test('names its page and the state of its flow', () => {
    const flow = { state: 'sent_email' };
    const html = documentOf({ page: { name: 'recovery', props: { flow } } as Page });
    expect(html).toMatch(
      /^<!doctype html><html lang="sv"[^>]* data-page="recovery" data-flow-state="sent_email">/,
    );
    const stateless = documentOf({ page: { name: 'login', props: { flow: {} } } as Page });
    expect(stateless).toContain(' data-page="login" data-flow-state=""');
    const hostileState = documentOf({ page: { name: 'login', props: { flow: { state: hostile } } } as Page });
    expect(hostileState).not.toContain('data-flow-state="</script');
    expect(documentOf({})).not.toContain('data-flow-state');
  });

  test('embeds its data unchanged, and none of it escapes its element', () => {
    const html = documentOf({ data: JSON.stringify({ hostile }) });
    expect(dataIn(html)).toEqual({ hostile });
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('<!--');
  });

  test('escapes its title', () => {
    expect(documentOf({ title: hostile })).toContain('<title>&lt;/script&gt;&lt;script&gt;alert(1)');
  });

  test('is ASCII, and parses back to the original text', () => {
    const html = documentOf({
      title: 'Ångström – 😀',
      body: '<p>Zażółć gęślą jaźń 😀</p>',
      data: '{"a":"ż😀"}',
    });
    expect(html).not.toMatch(/[\u0080-\uffff]/);
    const read = html.replace(/&#(\d+);/g, (_all, code) => String.fromCodePoint(Number(code)));
    expect(read).toContain('<title>Ångström – 😀</title>');
    expect(read).toContain('<p>Zażółć gęślą jaźń 😀</p>');
    expect(dataIn(html)).toEqual({ a: 'ż😀' });
  });

  test('keeps control characters that have no character reference', () => {
    const html = documentOf({ body: '<p>a\u0080b\u009fc</p>' });
    expect(Buffer.from(html, 'latin1').toString('utf8')).toContain('<p>a\u0080b\u009fc</p>');
  });

  test("links the first stylesheet before the page's own, so that the page's rules win", () => {
    const later = { scripts: ['/assets/later.js'], styles: ['/assets/later.css'] };
    const linked = (html: string) =>
      [...html.matchAll(/(?:href|src)="(\/assets[^"]+(?:css|js))"/g)].map(([, url]) => url);
    expect(linked(documentOf({}))).toEqual(['/assets/first.css', '/assets/first.js']);
    expect(linked(documentOf({ later }))).toEqual([
      '/assets/first.css',
      '/assets/later.css',
      '/assets/later.js',
      '/assets/first.js',
    ]);
  });

  test('has a page icon: the product’s, or the operator’s', () => {
    expect(documentOf({})).toContain('<link rel="icon" href="data:image/svg+xml,');
    const assets = { ...emptyManifest, favicon: '/assets/clinic.svg' };
    expect(documentOf({ assets })).toContain('<link rel="icon" href="/assets/clinic.svg">');
  });

  test('loads the page’s texts together with the scripts', () => {
    expect(documentOf({})).toContain('<link rel="preload" as="fetch" href="/assets/texts.json" crossorigin>');
  });

  test('preloads its fonts, unless the browser asks to save data', () => {
    const assets = { ...emptyManifest, fonts: ['/assets/font.woff2'] };
    expect(documentOf({ assets })).toContain('href="/assets/font.woff2"');
    const saving = documentOf({ assets, context: { ...context, savesData: true } });
    expect(saving).toContain('<html lang="sv" data-theme="dark" data-saves-data ');
    expect(saving).not.toContain('font.woff2');
  });
});
