import { isIP } from 'node:net';
import path from 'node:path';
import ipaddr from 'ipaddr.js';
import * as z from 'zod';
import express from 'express';

/** Host names and addresses. A URL's host may also contain `;` and `*`, which have a meaning in headers. */
const plainHost = /^(?:[\w.-]+|\[[\da-f:.]+\])$/;

/**
 * A schema for an http or https URL, normalised by the URL parser.
 *
 * @param what a description of valid values, for the error message
 */
const url = (what: string, fits: (url: URL) => boolean) =>
  z.string().transform((text, context): URL => {
    const parsed = URL.parse(text.trim());
    const isWeb = parsed !== null && /^https?:$/.test(parsed.protocol) && plainHost.test(parsed.hostname);
    if (isWeb && parsed.username === '' && parsed.password === '' && fits(parsed)) return parsed;
    context.addIssue(`must be ${what}`);
    return z.NEVER;
  });

/** `https://portal.example`: normalised case, without default port and trailing slash. */
export const origin = url(
  'an http or https origin such as https://portal.example, without path, query, fragment, user and password',
  ({ href, origin: own }) => href === `${own}/`,
).transform((parsed) => parsed.origin);

/** An API's base URL; its path, if any, is prepended to each call's path. */
export const apiUrl = url(
  'an http or https URL without query, fragment, user and password',
  ({ href }) => !/[?#]/.test(href),
).transform(({ href }) => href.replace(/\/+$/, ''));

/** A host with its port, if it is not 443, as a URL writes it; or `any`. */
export const documentHost = z
  .string()
  .refine(
    (text) => plainHost.test(text.replace(/:\d+$/, '')) && URL.parse(`https://${text}/`)?.host === text,
    'must be hosts such as agents.example or agents.example:8443, or any',
  );

/** A network: `10.0.0.0/8`, `fd00::/8`. */
export const network = z
  .string()
  .refine((text) => ipaddr.isValidCIDR(text), 'must be networks such as 10.0.0.0/8');

/** A page to link to. */
export const link = url('an http or https URL without user and password', () => true).transform(
  ({ href }) => href,
);

/** Where a vulnerability is reported (RFC 9116, section 2.5.3): an e-mail address, or an https page. */
export const securityContact = z.union(
  [z.email().transform((address) => `mailto:${address}`), link.refine((url) => url.startsWith('https:'))],
  'must be an e-mail address or an https URL',
);

/** `redis://host:6379`, or `rediss:` for TLS; it may hold a user, a password and the number of a database. */
export const redisUrl = z.string().transform((text, context): string => {
  const parsed = URL.parse(text.trim());
  const isRedis = parsed !== null && /^rediss?:$/.test(parsed.protocol) && plainHost.test(parsed.hostname);
  if (isRedis && /^\/?\d*$/.test(parsed.pathname) && parsed.search === '' && parsed.hash === '')
    return parsed.href;
  context.addIssue('must be a redis or rediss URL such as rediss://user:password@redis.example:6379/0');
  return z.NEVER;
});

/** `postgres://user:password@host:5432/database`, with the parameters of libpq. */
export const postgresUrl = z
  .string()
  .refine((text) => {
    const parsed = URL.parse(text);
    return parsed !== null && /^postgres(?:ql)?:$/.test(parsed.protocol) && parsed.pathname.length > 1;
  }, 'must be a postgres URL with a database, such as postgres://user:password@postgres.example:5432/portal')
  // the others mean verify-full to the driver, with a warning, and something weaker in its next release
  .refine(
    (text) => [null, 'disable', 'verify-full'].includes(URL.parse(text)?.searchParams.get('sslmode') ?? null),
    'must have sslmode=verify-full, or, in a private network, sslmode=disable or none',
  );

/** `smtp://user:password@host:587` or `smtps://…:465`, with Kratos' parameters `disable_starttls` and `skip_ssl_verify`. */
export const smtpUrl = z.string().refine((text) => {
  const parsed = URL.parse(text);
  return parsed !== null && /^smtps?:$/.test(parsed.protocol) && parsed.hostname !== '';
}, 'must begin with smtps:// (TLS from the start) or smtp:// (STARTTLS): SMTP_URL=smtps://user:password@mail.example:465/');

/** The absolute path of a folder. */
export const directory = z.string().refine((text) => path.isAbsolute(text), 'must be an absolute path');

/** An address to listen on: IPv4, IPv6 with or without brackets, or `localhost`. */
export const listenAddress = z
  .string()
  .transform((text) => text.trim().replace(/^\[(.*)\]$/, '$1'))
  .refine((text) => text === 'localhost' || isIP(text) > 0, 'must be an IPv4 or IPv6 address, or localhost');

/** The destination of log lines: `stdout`, or a file. */
export const stdoutOrFile = z
  .string()
  .refine(
    (text) => text === 'stdout' || path.isAbsolute(text),
    'must be stdout or the absolute path of a file',
  );

/**
 * A symmetric key as Standard Webhooks writes it: `whsec_` and the base64 of 24 to 64 bytes.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export const webhookKey = z.string().refine((text) => {
  const base64 = text.replace(/^whsec_/, '');
  const key = Buffer.from(base64, 'base64');
  return base64 !== text && key.toString('base64') === base64 && key.length >= 24 && key.length <= 64;
}, 'must be whsec_ and the base64 of 24 to 64 random bytes, as of openssl rand -base64 32');

/** A whole number. */
export function wholeNumber({ min, max }: { min: number; max: number }) {
  const error = `must be a whole number from ${min} to ${max}`;
  const digits = z.string().trim().regex(/^\d+$/, { error, abort: true }).transform(Number);
  return digits.pipe(z.number().min(min, error).max(max, error));
}

/** A number from 0 to 1. */
export const ratio = z
  .string()
  .trim()
  .regex(/^(?:0?\.\d+|[01](?:\.0*)?)$/, 'must be a number from 0 to 1, such as 0.01')
  .transform(Number);

/** Whether a text can be percent-decoded, and has no control characters then. */
function isDecodable(text: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(text));
  } catch {
    return false;
  }
}

/** Pairs such as `a=b,c=d`, as OpenTelemetry reads them: percent-encoded, separated by commas. */
const pairs = (what: string, pair: RegExp) =>
  z
    .string()
    .refine(
      (text) => text.split(',').every((one) => pair.test(one.trim()) && isDecodable(one)),
      `must be ${what} such as a=b,c=d, percent-encoded`,
    );

/** The headers of OTLP requests. */
export const headerPairs = pairs('headers', /^[\w!#$%&'*+.^`|~-]+\s*=.+$/);

/** The attributes of an OpenTelemetry resource. */
export const attributePairs = pairs('attributes', /^[^=]+=[^=]*$/);

const unitsMs: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000 };

/**
 * A length of time such as `15m`: a whole number of seconds, minutes or hours, as in Kratos' configuration. Its value is in
 * milliseconds.
 *
 * @param most the longest, in the same notation; the shortest is a second
 */
export function duration(most: string) {
  const milliseconds = (text: string): number => {
    const [, number = '', unit = ''] = /^(\d+)([smh])$/.exec(text.trim()) ?? [];
    return Number(number) * (unitsMs[unit] ?? NaN);
  };
  return z
    .string()
    .transform(milliseconds)
    .refine(
      (value) => value >= 1000 && value <= milliseconds(most),
      `must be a time such as 90s, 15m or 1h, from 1s to ${most}`,
    );
}

/** A list separated by commas or blanks; empty by default. */
export const list = <Schema extends z.ZodType>(item: Schema) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(/[\s,]+/).filter((one) => one !== '') : value),
    z.array(item).default([]),
  );

/** The values of Express' `trust proxy`. */
type TrustProxy = false | number | string;

/**
 * Parses which proxies are trusted to report the client's address.
 *
 * @param value a number of hops (`1`), or addresses, subnets and the names that Express knows (`loopback,
 *   10.0.0.0/8`); undefined trusts nobody
 * @throws TypeError if it is none of these
 * @see https://expressjs.com/en/guide/behind-proxies.html
 */
export function trustProxy(value: string | undefined): TrustProxy {
  if (value === undefined) return false;
  const trusted = /^\d+$/.test(value) ? Number(value) : value;
  express().set('trust proxy', trusted);
  return trusted;
}
