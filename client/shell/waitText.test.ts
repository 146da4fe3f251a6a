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
