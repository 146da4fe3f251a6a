import { expect, test } from '@jest/globals';
import { withUnbrokenHyphens } from './withUnbrokenHyphens.ts';

test('a line does not end after a single letter and its hyphen, but after those of longer words', () => {
  const texts = 'E-Mail-Adresse, „e-mail“ ou courriel, QR-Code, 2FA-Backup, a-b-c, E- oder';
  expect(withUnbrokenHyphens(texts)).toBe(
    'E-\u2060Mail-Adresse, „e-\u2060mail“ ou courriel, QR-Code, 2FA-Backup, a-\u2060b-c, E- oder',
  );
});
