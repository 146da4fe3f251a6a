import type { IntlShape } from 'react-intl';

/** Returns the name of a country whose code is given (ISO 3166-1), in the reader's language; of any other place what is given. */
export const placeName = (intl: IntlShape, place: string): string =>
  /^[A-Z]{2}$/.test(place) ? (intl.formatDisplayName(place, { type: 'region' }) ?? place) : place;
