import { expect, test } from '@jest/globals';
import { catalogueIntl } from '../../test/support/catalogueIntl.ts';
import { productMailBrand } from './mailBrand.ts';
import { noticeMail, type Notice } from './noticeMail.ts';

const link = 'https://account.portal.example/secure?token=t';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
const former = 'ada@example.org';

const mailAbout = (notice: Partial<Notice>) =>
  noticeMail(
    { kind: 'passwordChanged', at: 0, about: {}, address: 'ada@portal.example', ...notice },
    { locale: 'en', intl: catalogueIntl('en'), brand: productMailBrand, link },
  );

test('a mail contains nothing that somebody else has typed: no address, and no name of an unknown program', () => {
  const about = { address: 'mallory@evil.example', formerAddress: former, userAgent: 'CallMe/now' };
  const { subject, html, text } = mailAbout({ kind: 'addressChanged', about });
  for (const part of [subject, html, text]) expect(part).not.toMatch(/evil|mallory|example\.org|CallMe/);
});

test('an application’s name is escaped, and one that is not fit to be shown stays out', () => {
  const of = (application: string) => mailAbout({ kind: 'applicationAllowed', about: { application } });
  expect(of('<b>Lab</b>').html).toContain('Application allowed: &lt;b&gt;Lab&lt;/b&gt;');
  expect(of('Lab\r\nBcc: all@example.org').subject).not.toMatch(/[\r\n]/);
  expect(of('\u202egnp.exe').subject).toBe('Stethoscope: Application allowed');
});

test('the mail to a former address says that it can be put back, and the others do not', () => {
  const about = { formerAddress: former, address: 'new@portal.example' };
  expect(mailAbout({ kind: 'addressChanged', about, address: former.toUpperCase() }).text).toContain(
    'it puts this address back',
  );
  expect(mailAbout({ kind: 'addressChanged', about }).text).not.toContain('puts this address back');
});

test('names a country in the language of the mail', () => {
  expect(mailAbout({ about: { from: '192.0.2.0/24', place: 'SE' } }).text).toContain('192.0.2.0/24 · Sweden');
});

test('says when, on which device and from where, as far as it is known', () => {
  expect(mailAbout({ about: { userAgent: firefox, from: '192.0.2.0/24' } }).text).toMatch(
    /January 1, 1970 at \d+:00\s[AP]M .* · Firefox on Linux · 192\.0\.2\.0\/24/,
  );
  expect(mailAbout({}).text).toMatch(/January 1, 1970 at \d+:00\s[AP]M \S+\n/);
});

test('nobody is asked to secure an account that is deleted, or may keep one that is about to be', () => {
  expect(mailAbout({ kind: 'accountDeleted' }).html).not.toContain('href');
  const { text } = mailAbout({ kind: 'deletionAsked', about: { until: '2026-12-12T12:00:00Z' } });
  expect(text).toContain('deleted on December 12, 2026. To keep it, sign in before then.');
  const now = mailAbout({ kind: 'deletionAsked', about: { until: new Date(0).toISOString() } });
  expect(now.text).toContain('is being deleted');
  expect(now.html).not.toContain('href');
});
