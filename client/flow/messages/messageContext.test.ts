import { expect, test } from '@jest/globals';
import { createIntl } from 'react-intl';
import { messageContext } from './messageContext.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const intl = createIntl({
  locale: 'en',
  timeZone: 'UTC',
  messages: { 'provider.1.available_things': '{item, select, a {the first} other {{item}}}' },
});
/** Returns a message's context with plain spaces instead of typographic ones. */
const contextOf = (context: object): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(
      messageContext(context, { intl, message: 'provider.1', now, textOf: ({ text }) => text }),
    ).map(([key, value]) => [key, typeof value === 'string' ? value.replace(/\s/g, ' ') : value]),
  );

test('a time in the past is a date, a range up to now and whole minutes that have passed', () => {
  expect(contextOf({ expired_at_unix: now / 1000 - 150 })).toEqual({
    expired_at_unix: 'Mar 1, 2026',
    expired_at_unix_since: 'Mar 1, 2026, 11:57 AM – 12:00 PM',
    expired_at_unix_since_minutes: 2,
    expired_at_unix_until: 'Mar 1, 2026, 12:00 PM',
    expired_at_unix_until_minutes: 0,
  });
});

test('a future time gives the remaining minutes, rounded up', () => {
  const context = contextOf({ ends_unix: now / 1000 + 61 });
  expect(context.ends_unix_until_minutes).toBe(2);
  expect(context.ends_unix_since_minutes).toBe(0);
  expect(context.ends_unix_until).toBe('Mar 1, 2026, 12:00 – 12:01 PM');
});

test('a list is formatted and counted, and alternatives are joined by “or”', () => {
  expect(contextOf({ things: ['x', 'y', 'z'] })).toEqual({ things_list: 'x, y, and z', things_count: 3 });
  expect(contextOf({ allowed_types: ['x', 'y'] })).toEqual({
    allowed_types_list: 'x or y',
    allowed_types_count: 2,
  });
});

test('blank and missing values give no argument, and other values become text', () => {
  expect(contextOf({ hint: '', blank: ' ', gone: null, yes: true, thing: { a: 1 } })).toEqual({
    yes: 'true',
    thing: '{"a":1}',
  });
});
