import { Script } from 'node:vm';
import { expect, test } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { languageTag, locales } from '../../shared/messages/locales.ts';
import { catalogues } from '../render/catalogues.ts';
import { createTexts } from '../render/texts.ts';
import { catalogue } from '../operations/catalogue.ts';
import { apiReference } from './apiReference.ts';

const app = express().use(
  apiReference({
    assets: { styles: '/assets/portal.css', favicon: '/assets/clinic.svg' },
    texts: createTexts({ ...catalogues, fr: { ...catalogues.fr, 'docs.title': 'Appels & plus' } }),
    upstreams: { kratosPublic: 'http://kratos.internal:4433' },
    portalUrl: 'http://portal.test',
    servedAs: (operation) => operation,
    defaultLocale: 'en',
    context: {
      product: 'Stethoscope',
      identityServiceUrl: 'http://portal.test',
    },
    csrfToken: () => 'token',
  }),
);

test('every operation has an entry that can be linked to', async () => {
  const { text } = await request(app).get('/docs/api').expect(200);
  for (const { operation } of catalogue)
    expect(text.replaceAll('<wbr/>', '')).toContain(`<li id="${operation}" `);
  expect(text.replaceAll('<wbr/>', '')).toContain(
    '<code><span class="method">DELETE</span> /admin/identities/{id}/credentials/{type}</code>',
  );
  expect(text).toContain('aal0 | aal1 | aal2 | aal3');
});

test('enumerations in bodies and answers are listed with their values', async () => {
  const { text } = await request(app).get('/docs/api').set('Cookie', 'locale=en');
  const entry = (operation: string) => text.split(`<li id="${operation}" `)[1]?.split('<li id="')[0];
  expect(entry('updateRecoveryFlow')).toMatch(
    /Values in the body.*<code>method<\/code>.*: (?:<!-- -->)?link \| code/,
  );
  expect(entry('listCourierMessages')).toMatch(
    /Values in the answer.*<code>\[\]\.type<\/code>.*email \| phone/,
  );
  for (const { operation, fields = [] } of catalogue)
    for (const { name, values } of fields)
      expect(entry(operation)).toMatch(`<code>${name}</code><span class="soft">: ${values.join(' | ')}`);
});

test('operations whose setting is missing say so, and the page contains no upstream’s URL', async () => {
  const { text } = await request(app).get('/docs/api');
  expect(text).toContain('HYDRA_PUBLIC_URL is not set');
  expect(text).not.toContain('KRATOS_PUBLIC_URL is not set');
  expect(text).not.toContain('internal');
});

test('the reference is shown in the reader’s language and theme, without inline scripts or styles', async () => {
  for (const locale of locales) {
    const { text } = await request(app).get('/docs/api').set('Cookie', `locale=${locale}; theme=dark`);
    expect(text).toMatch(
      new RegExp(`<html lang="${languageTag(locale)}" data-theme="dark" data-page="api">`),
    );
    expect(text).not.toMatch(/docs\.\w|<script(?! type="module" src=)|style=/);
  }
});

test('without scripts every group is open for the browser’s own search, and controls that need scripts are hidden', async () => {
  const { text } = await request(app).get('/docs/api');
  expect(text).not.toMatch(/<details(?! open| class="menu")/);
  expect(text).toMatch(/<div role="search" hidden/);
  expect(text).not.toMatch(/class="copies"(?! hidden)/);
});

test('the reference has the operator’s page icon and texts, escaped', async () => {
  const { text } = await request(app).get('/docs/api').set('Cookie', 'locale=fr');
  expect(text).toContain('<link rel="icon" href="/assets/clinic.svg"/>');
  expect(text).toContain('<title>Appels &amp; plus</title>');
});

test('choosing a language or theme works without scripts and leads back to the reference', async () => {
  const { text } = await request(app).get('/docs/api');
  expect(text.match(/<form [^>]*action="\/preferences"/g)).toHaveLength(2);
  expect(text).toContain('<input type="hidden" name="_csrf" value="token"/>');
  expect(text).toContain('<input type="hidden" name="return_to" value="/docs/api"/>');
  expect(text).toMatch(/<button [^>]*name="locale"[^>]*>/);
  expect(text).toMatch(/<button [^>]*name="theme"[^>]*>/);
});

test('the reference’s script is served beside it, as one file without imports', async () => {
  const { headers, text } = await request(app).get('/docs/api.js').expect(200);
  expect(headers['content-type']).toMatch('text/javascript');
  expect(() => new Script(text)).not.toThrow();
});

test('the reference’s stylesheet is served beside it', async () => {
  const { headers, text } = await request(app).get('/docs/api.css').expect(200);
  expect(headers['content-type']).toMatch('text/css');
  expect(text).toContain('.reference');
});
