import type { UiText } from '@ory/client';
import type { IntlShape } from 'react-intl';
import { fieldsOf, textIn } from '../fields.ts';
import { readText } from '../flow/readFlow.ts';
import { formatText, type MessageValues } from './formatText.ts';

interface Scope {
  intl: IntlShape;
  /** The catalogue key of the message whose context this is. */
  message: string;
  /** What time it is, in milliseconds since 1970. */
  now: number;
  /** Formats a message that stands inside of the context, as the backup codes do. */
  textOf: (text: UiText) => string;
}

const msPerSecond = 1000;
const secondsPerMinute = 60;

/** The times of the context in seconds, under the names of their texts with `_unix`, where the provider sends texts only. */
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
 * A time as a date, and how far away it is: whole minutes that have passed, minutes that are left (a begun one counts),
 * and both as ranges. What lies on the other side of now is 0 minutes, and now.
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

/** Lists of alternatives: `a, b, or c`, where all others are `a, b, and c`. The provider's empty ones are null. */
const alternatives = /^(available|allowed)_/;

/** Provider ids are lower case, and shown as the names that they stand for. */
const capitalised = (name: string): string => name.replace(/\b\p{Ll}/gu, (letter) => letter.toUpperCase());

/** The credentials that somebody signs in with whom the provider tells so; others complete a sign-in, or may not be in use. */
const signsIn = new Set<unknown>(['password', 'oidc', 'saml', 'webauthn', 'passkey']);

/** A list's length and, unless that is 0, the list as text. An entry's own text is the catalogue's `<message>.<key>`, where there is one. */
function listValues(key: string, list: unknown[], { intl, message, textOf }: Scope): MessageValues {
  const given = list.filter((entry) => isText(entry) || typeof entry === 'number' || textIn(entry));
  const told = key === 'available_credential_types' ? given.filter((type) => signsIn.has(type)) : given;
  const entries = told.map((entry) => {
    if (isText(entry)) return textOf(readText(entry));
    const item = key.endsWith('_providers') ? capitalised(String(entry)) : String(entry);
    return formatText(intl, `${message}.${key}`, () => ({ item })) ?? item;
  });
  const type = alternatives.test(key) ? 'disjunction' : 'conjunction';
  return {
    [`${key}_count`]: told.length,
    ...(told.length > 0 && { [`${key}_list`]: intl.formatList(entries, { type }) }),
  };
}

/** A blank text is no argument, as null is none: a message that needs it is told without, or in the words of the server. */
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
 * The arguments that a provider message's context gives to its catalogue text.
 *
 * - `<key>_unix`, seconds since 1970, is a date; beside it stand `_since` and `_until` (ranges from and to now) and
 *   `_since_minutes` and `_until_minutes` (numbers).
 * - an array is `<key>_list`, a list in the page's language, and `<key>_count`.
 * - what is null or blank is left out.
 * - everything else is itself; `privilegedSessionExpiresAt` and its like are also given in seconds.
 *
 * @param context the message's context as the provider sent it
 * @param scope the formatter, the message's catalogue key, the present time and a formatter of messages within it
 */
export function messageContext(context: object, scope: Scope): MessageValues {
  const given = context as Record<string, unknown>;
  const entries = Object.entries({ ...given, ...seconds(given) });
  return Object.assign({}, ...entries.map(([key, value]) => valuesOf(key, value, scope))) as MessageValues;
}
