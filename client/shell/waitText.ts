import type { IntlShape } from 'react-intl';

const minute = 60;
const hour = 60 * minute;
/** Longer waits are given in hours. */
const longestInMinutes = 90 * minute;

/** Returns when to retry, rounded up: `in 15 minutes`, `in 3 hours`. */
export const waitText = (intl: IntlShape, seconds: number): string =>
  seconds > longestInMinutes
    ? intl.formatRelativeTime(Math.ceil(seconds / hour), 'hour')
    : intl.formatRelativeTime(Math.ceil(seconds / minute), 'minute');
