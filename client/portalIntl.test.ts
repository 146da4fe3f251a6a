import { expect, test } from '@jest/globals';
import { portalIntl } from './portalIntl.ts';

const evening = '2026-01-31T23:30:00Z';

test('words and plurals follow the language in every region', () => {
  const messages = { days: '{count, plural, one {# dia} other {# dias}}' };
  const intl = portalIntl('pt', messages, { region: 'pt-BR' });
  expect(intl.formatMessage({ id: 'days' }, { count: 0 })).toBe('0 dias');
  expect(intl.formatDate(evening, { dateStyle: 'short', timeZone: 'UTC' })).toBe('31/01/2026');
});

test('names the time zone of dates, unless it is the reader’s own', () => {
  expect(portalIntl('en', {}, { timeZone: 'UTC' }).timeZone).toBe('UTC');
  expect(portalIntl('en', {}).timeZone).toBeUndefined();
});
