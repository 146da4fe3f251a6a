import { isIP } from 'node:net';
import { z } from 'zod';

/** Host names and addresses. A URL's host may hold `;` and `*` as well, which mean something else in a header. */
const plainHost = /^(?:[\w.-]+|\[[\da-f:.]+\])$/;

/**
 * A text that names an http or https URL, as the parser of URLs writes it.
 *
 * @param what what it must be, for whoever set something else
 * @param fits whether a URL is of this kind
 */
const url = (what: string, fits: (url: URL) => boolean) =>
  z.string().transform((text, context): URL => {
    const parsed = URL.parse(text.trim());
    const isWeb = parsed !== null && /^https?:$/.test(parsed.protocol) && plainHost.test(parsed.hostname);
    if (isWeb && parsed.username === '' && parsed.password === '' && fits(parsed)) return parsed;
    context.addIssue(`must be ${what}`);
    return z.NEVER;
  });

/** `https://portal.example`: normalised in case, default port and closing slash. */
export const origin = url(
  'an http or https origin such as https://portal.example, without path, query, fragment, user and password',
  ({ href, origin: own }) => href === `${own}/`,
).transform((parsed) => parsed.origin);

/** Where an API is: a path may be in it, and is put before each call's own. */
export const apiUrl = url(
  'an http or https URL without query, fragment, user and password',
  ({ href }) => !/[?#]/.test(href),
).transform(({ href }) => href.replace(/\/+$/, ''));

/** A page that people are sent to. */
export const link = url('an http or https URL without user and password', () => true).transform(
  ({ href }) => href,
);

/** Where to listen: an IPv4 or IPv6 address, the latter with or without brackets, or `localhost`. */
export const listenAddress = z
  .string()
  .transform((text) => text.trim().replace(/^\[(.*)\]$/, '$1'))
  .refine((text) => text === 'localhost' || isIP(text) > 0, 'must be an IPv4 or IPv6 address, or localhost');

/**
 * A whole number.
 *
 * @param bounds the least and the greatest that it may be
 */
export function wholeNumber({ min, max }: { min: number; max: number }) {
  const error = `must be a whole number from ${min} to ${max}`;
  const digits = z.string().trim().regex(/^\d+$/, { error, abort: true }).transform(Number);
  return digits.pipe(z.number().min(min, error).max(max, error));
}

/** Several of a kind, separated by commas or blanks; none when not set. */
export const list = <Schema extends z.ZodType>(item: Schema) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(/[\s,]+/).filter((one) => one !== '') : value),
    z.array(item).default([]),
  );
