import { expect, test } from '@jest/globals';
import { catalogueIntl } from '../../test/support/catalogueIntl.ts';
import { waitText } from './waitText.ts';

test.each([
  [1, 'in 1 minute'],
  [60, 'in 1 minute'],
  [61, 'in 2 minutes'],
  [900, 'in 15 minutes'],
  [3600, 'in 60 minutes'],
  [5401, 'in 2 hours'],
  [86_400, 'in 24 hours'],
])('a wait of %i seconds is %s', (seconds, text) => {
  expect(waitText(catalogueIntl('en'), seconds)).toBe(text);
});

test('a wait reads as a sentence in every language', () => {
  const sentence = (locale: Parameters<typeof catalogueIntl>[0]): string => {
    const intl = catalogueIntl(locale);
    return intl.formatMessage({ id: 'transport.limited.until' }, { when: waitText(intl, 900) });
  };
  expect(sentence('de')).toBe('Zu viele Versuche. Versuchen Sie es in 15 Minuten erneut.');
  expect(sentence('es')).toBe('Demasiados intentos. Inténtelo de nuevo dentro de 15 minutos.');
  expect(sentence('fr')).toBe('Trop de tentatives. Réessayez dans 15 minutes.');
  expect(sentence('nl')).toBe('Te veel pogingen. Probeer het over 15 minuten opnieuw.');
  expect(sentence('pl')).toBe('Zbyt wiele prób. Spróbuj ponownie za 15 minut.');
  expect(sentence('pt')).toMatch(/^Demasiadas tentativas\. Tente novamente (?:em|dentro de) 15 minutos\.$/);
  expect(sentence('se')).toBe('För många försök. Försök igen om 15 minuter.');
});
