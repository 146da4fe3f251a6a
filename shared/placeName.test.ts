import { expect, test } from '@jest/globals';
import { catalogueIntl } from '../test/support/catalogueIntl.ts';
import { placeName } from './placeName.ts';

test('names a country in the reader’s language, and shows any other place as it is given', () => {
  expect(['SE', 'Malmö', 'T1'].map((place) => placeName(catalogueIntl('de'), place))).toEqual([
    'Schweden',
    'Malmö',
    'T1',
  ]);
});
