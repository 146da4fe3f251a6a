import type { UiText } from '@ory/client';
import type { IntlShape } from 'react-intl';
import { fieldsOf, textIn } from '../../../shared/fields.ts';
import { readText } from '../../../shared/flow/readText.ts';
import { formatText, type MessageValues } from './formatText.ts';
import { isFactor, methodOf } from '../../../shared/flow/methods.ts';

interface Scope {
  intl: IntlShape;
  /** The catalogue key of the message whose context this is. */
  message: string;
  /** The current time, in milliseconds since 1970. */
  now: number;
  /** Formats a message inside the context, such as a backup code. */
  textOf: (text: UiText) => string;
}

const msPerSecond = 1000;
const secondsPerMinute = 60;

/** For times that the provider only sends as text: the seconds since 1970, under the same name with `_unix`. */
function seconds(context: Record<string, unknown>): Record<string, number> {
  const times = Object.entries(context).flatMap(([name, value]) => {
    const unixName = `${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_unix`;
    const isTime = typeof value === 'string' && /at$/i.test(name) && typeof context[unixName] !== 'number';
    const time = isTime ? Date.parse(value) : NaN;
    return Number.isNaN(time) ? [] : [[unixName, Math.floor(time / msPerSecond)] as const];
  });
  return Object.fromEntries(times);
}

/**
 * Returns a time as a date, and its distance: minutes passed (rounded down), minutes left (rounded up), and both as
 * ranges. For a time on the other side of now, the minutes are 0 and the range is just now.
 */
function timeValues(key: string, unix: number, { intl, now }: Scope): MessageValues {
  const time = new Date(unix * msPerSecond);
  if (Number.isNaN(time.getTime())) return {};
  const today = new Date(now);
  const range = { dateStyle: 'medium', timeStyle: 'short' } as const;
  const minutes = (now / msPerSecond - unix) / secondsPerMinute;
  return {
    [key]: intl.formatDate(time, { dateStyle: 'medium' }),
    [`${key}_since`]: intl.formatDateTimeRange(time < today ? time : today, today, range),
    [`${key}_since_minutes`]: Math.max(0, Math.floor(minutes)),
    [`${key}_until`]: intl.formatDateTimeRange(today, time > today ? time : today, range),
    [`${key}_until_minutes`]: Math.max(0, Math.ceil(-minutes)),
  };
}

const isText = (value: unknown): boolean => 'text' in fieldsOf(value);

/** Lists that are joined by “or”, all others by “and”. The provider sends empty ones as null. */
const alternatives = /^(available|allowed)_/;

/** Capitalises provider ids, which are lower case but shown as names. */
const capitalised = (name: string): string => name.replace(/\b\p{Ll}/gu, (letter) => letter.toUpperCase());

/**
 * Whether a listed kind of credentials can sign in: not a second factor, nor a mailed code, which may not be in use.
 */
const signsIn = (kind: unknown): boolean =>
  typeof kind === 'string' && isFactor(kind, 'first') && methodOf(kind).proves !== 'mailbox';

/**
 * Returns a list's length and, unless that is 0, the list as text. `<message>.<key>`, if any, formats the entries.
 */
function listValues(key: string, list: unknown[], { intl, message, textOf }: Scope): MessageValues {
  const usable = list.filter((entry) => isText(entry) || typeof entry === 'number' || textIn(entry));
  const listed = key === 'available_credential_types' ? usable.filter(signsIn) : usable;
  const entries = listed.map((entry) => {
    if (isText(entry)) return textOf(readText(entry));
    const item = key.endsWith('_providers') ? capitalised(String(entry)) : String(entry);
    return formatText(intl, `${message}.${key}`, () => ({ item })) ?? item;
  });
  const type = alternatives.test(key) ? 'disjunction' : 'conjunction';
  return {
    [`${key}_count`]: listed.length,
    ...(listed.length > 0 && { [`${key}_list`]: intl.formatList(entries, { type }) }),
  };
}

/** Blank and null values give no argument: a message that needs it uses its default, otherwise the server's text. */
function plainValue(key: string, value: unknown): MessageValues {
  if (typeof value === 'string') return textIn(value) === undefined ? {} : { [key]: value };
  if (typeof value === 'number') return { [key]: value };
  return value === null || value === undefined ? {} : { [key]: JSON.stringify(value) };
}

function valuesOf(key: string, value: unknown, scope: Scope): MessageValues {
  if (Array.isArray(value)) return listValues(key, value, scope);
  if (value === null && alternatives.test(key)) return listValues(key, [], scope);
  if (key.endsWith('_unix') && typeof value === 'number') return timeValues(key, value, scope);
  return plainValue(key, value);
}

/**
 * Returns the arguments for a provider message's catalogue text, from its context.
 *
 * - `<key>_unix`, seconds since 1970, becomes a date, with `_since` and `_until` (ranges to and from now) and
 *   `_since_minutes` and `_until_minutes` (numbers).
 * - an array becomes `<key>_list`, a list in the page's language, and `<key>_count`.
 * - null and blank values are left out.
 * - everything else is kept; `privilegedSessionExpiresAt` and the like also get a `_unix`.
 *
 * @param scope the formatter, the message's catalogue key, the current time and a formatter for nested messages
 */
export function messageContext(context: object, scope: Scope): MessageValues {
  const fields = context as Record<string, unknown>;
  const entries = Object.entries({ ...fields, ...seconds(fields) });
  return Object.assign({}, ...entries.map(([key, value]) => valuesOf(key, value, scope))) as MessageValues;
}
