import { expect, test } from '@jest/globals';
import { renderToString } from 'react-dom/server';
import { App } from '../../client/App.tsx';
import { portalIntl, type Messages } from '../../client/portalIntl.ts';
import type { Page } from '../../shared/page.ts';
import { emptyManifest } from '../../test/support/emptyManifest.ts';
import { flowOf, input, text } from '../../test/support/flows/flowParts.ts';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { someContext } from '../../test/support/someContext.ts';
import { catalogues } from './catalogues.ts';
import { components } from './components.ts';
import { renderPage } from './renderPage.tsx';
import { createTexts, productTexts } from './texts.ts';

const texts = (page: Page): string => productTexts.pageMessages(page, JSON.stringify(page), { locale: 'en' });

test.each(['registered', 'filledIn'] as const)(
  'a verification after a sign-up (%s) is served with the texts of its footer',
  (notice) => {
    const props = {
      flow: recordedFlow('verification'),
      notice,
      signupUrl: '/registration',
      loginUrl: '/login',
    };
    const page: Page = { name: 'verification', props };
    const messages = JSON.parse(
      productTexts.pageMessages(page, JSON.stringify(page), someContext),
    ) as Messages;
    const html = renderToString(
      <App
        page={page}
        context={someContext}
        intl={portalIntl('en', messages)}
        component={components.verification}
      />,
    );
    expect(html).toContain('have an account?');
  },
);

test('the settings’ own texts are in a file if there is one, and otherwise in the page', () => {
  const page: Page = { name: 'settings', props: { flow: recordedFlow('settings'), logoutUrl: '/logout' } };
  const textFiles = { settings: { en: '/assets/settings-en.json' } };
  const served = (locale: 'en' | 'de', assets = { ...emptyManifest, textFiles }): string =>
    renderPage(page, { ...someContext, locale }, { assets, nonce: 'n' });
  const [inFile, inPage] = [served('en'), served('de')];
  expect(inFile).toContain('"textFile":"/assets/settings-en.json"');
  expect(inFile).not.toContain('"settings.title":');
  expect(inFile).toContain('"provider.1070003"');
  expect(inPage).toContain('"settings.title":');
  expect(inPage).not.toContain('"textFile"');
});

test('the warning about a duplicate cookie is served only with the page that shows it', () => {
  const props = { flow: recordedFlow('recovery'), loginUrl: '/login' };
  const page: Page = { name: 'recovery', props };
  const texts = (warning?: 'doubledCookies'): string =>
    productTexts.pageMessages(page, JSON.stringify(page), { locale: 'en', warning });
  expect(texts()).not.toContain('common.doubledCookies');
  expect(texts('doubledCookies')).toContain('common.doubledCookies');
});

test('the message about a confirmed change, which the browser shows on its own, is served only with the settings', () => {
  const settings = { flow: recordedFlow('settings'), logoutUrl: '/logout' };
  const recovery = { flow: recordedFlow('recovery'), loginUrl: '/login' };
  expect(texts({ name: 'settings', props: settings })).toContain('"flow.confirmed"');
  expect(texts({ name: 'recovery', props: recovery })).not.toContain('"flow.confirmed"');
});

test('the help about missing mail is served only with the page that asks for the mailed code', () => {
  const asked: Page = { name: 'recovery', props: { flow: recordedFlow('recovery'), loginUrl: '/login' } };
  const sent = flowOf('recovery', [input('code', 'code', 'text', {}, text(1070010, 'Recovery code'))]);
  expect(texts(asked)).not.toContain('"flow.noMail"');
  expect(texts({ name: 'recovery', props: { flow: sent, loginUrl: '/login' } })).toContain('"flow.noMail"');
});

test('a page is served only with the titles of the traits in its flow', () => {
  const registration = { flow: recordedFlow('registration'), loginUrl: '/login' };
  const recovery = { flow: recordedFlow('recovery'), loginUrl: '/login' };
  expect(texts({ name: 'registration', props: registration })).toContain('"trait.name.first"');
  expect(texts({ name: 'recovery', props: recovery })).not.toContain('"trait.name.first"');
});

test('a trait of the operator’s own schema has its title in the page’s language, in the HTML and for the scripts', () => {
  const own = (locale: 'fr' | 'pl', title: string) => ({
    [locale]: { ...catalogues[locale], 'trait.company.name': title },
  });
  const texts = createTexts({ ...catalogues, ...own('fr', 'Clinique'), ...own('pl', 'Przychodnia') });
  const label = text(1070002, 'Company', { name: 'traits.company.name', title: 'Company' });
  const flow = flowOf('registration', [input('default', 'traits.company.name', 'text', {}, label)]);
  const page: Page = { name: 'registration', props: { flow, loginUrl: '/login' } };
  const shown = (locale: 'de' | 'fr' | 'pl'): string =>
    renderPage(page, { ...someContext, locale }, { assets: emptyManifest, nonce: 'n', texts });
  expect(shown('fr').match(/Clinique/g)).toHaveLength(2);
  expect(shown('pl').match(/Przychodnia/g)).toHaveLength(2);
  expect(shown('de')).toContain('>Company<');
});
