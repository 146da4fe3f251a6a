import { Script } from 'node:vm';
import { expect, test } from '@jest/globals';
import cookieParser from 'cookie-parser';
import express from 'express';
import request from 'supertest';
import { languageTag, locales } from '../../shared/messages/locales.ts';
import { catalogue } from '../operations/catalogue.ts';
import { apiReference } from './apiReference.ts';

const app = express()
  .use(cookieParser())
  .use(
    apiReference({
      styles: '/assets/portal.css',
      product: 'Stethoscope',
      upstreams: { kratosPublic: 'http://kratos.internal:4433' },
      defaultLocale: 'en',
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

test('operations whose setting is missing say so, and the page contains no upstream’s URL', async () => {
  const { text } = await request(app).get('/docs/api');
  expect(text).toContain('HYDRA_PUBLIC_URL is not set');
  expect(text).not.toContain('KRATOS_PUBLIC_URL is not set');
  expect(text).not.toContain('internal');
});

test('it is shown in the reader’s language and theme, with no script and no style inside', async () => {
  for (const locale of locales) {
    const { text } = await request(app).get('/docs/api').set('Cookie', `locale=${locale}; theme=dark`);
    expect(text).toMatch(new RegExp(`<html lang="${languageTag(locale)}" data-theme="dark">`));
    expect(text).not.toMatch(/docs\.\w|<script(?! type="module" src=)|style=/);
  }
});

test('without scripts every group is open for the browser’s own search, and what needs scripts is hidden', async () => {
  const { text } = await request(app).get('/docs/api');
  expect(text).not.toMatch(/<details(?! open)/);
  expect(text).toMatch(/<div role="search" hidden/);
  expect(text).not.toMatch(/class="copies"(?! hidden)/);
});

test('its script is served beside it, and runs by itself', async () => {
  const { headers, text } = await request(app).get('/docs/api.js').expect(200);
  expect(headers['content-type']).toMatch('text/javascript');
  expect(() => new Script(text)).not.toThrow();
});

test('its stylesheet is served beside it', async () => {
  const { headers, text } = await request(app).get('/docs/api.css').expect(200);
  expect(headers['content-type']).toMatch('text/css');
  expect(text).toContain('.reference');
});
