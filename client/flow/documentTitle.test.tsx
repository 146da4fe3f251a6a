import { expect, test } from '@jest/globals';
import { catalogueIntl } from '../../test/support/catalogueIntl.ts';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import type { Page } from '../../shared/page.ts';
import { pageRow } from '../../shared/pages.ts';
import { documentTitle } from './documentTitle.ts';

const titleOf = (name: string, props: object, locale: 'en' | 'de' = 'en'): string => {
  const page = { name, props } as unknown as Page;
  return documentTitle(catalogueIntl(locale), page, {
    product: 'Stetho',
    pageTitle: pageRow(page.name).title,
  });
};

test.each([
  ['login', 'Sign in'],
  ['login-aal2', 'Two-Factor Authentication'],
  ['login-refresh', 'Confirm it’s you'],
  ['recovery', 'Account recovery'],
  ['recovery-sent', 'Recovery code · Account recovery'],
  ['verification-sent', 'Verification code · Account verification'],
  ['settings', 'Account Settings'],
])('the document title of %s is %s', (name, title) => {
  const [kind = ''] = name.split('-');
  const shown = titleOf(kind, { flow: recordedFlow(name) }).replace("'", '’');
  expect(shown).toBe(`${title} · Stetho – Account portal`);
});

test.each([
  [404, '404 - Page not found'],
  [500, 'Internal Server Error'],
  [403, 'An error occurred'],
])('the document title of error %i is %s', (code, title) => {
  expect(titleOf('error', { error: { code, details: {} } })).toBe(`${title} · Stetho – Account portal`);
});

test('a page without its own title is named after product and portal, in its language', () => {
  expect(titleOf('home', {}, 'de')).not.toContain('·');
});
