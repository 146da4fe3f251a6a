import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { locales } from '../shared/messages/locales.ts';
import { trustProxy } from './security/trustProxy.ts';

/** Host names and addresses. A URL's host may hold `;` and `*` as well, which mean something else in a header. */
const plainHost = /^[\w.-]+$|^\[[\da-f:.]+\]$/;

const httpUrl = z
  .url({ protocol: /^https?$/, hostname: plainHost, error: 'must be an http or https URL' })
  .transform((url) => url.replace(/\/+$/, ''));

const wholeNumber = (bounds: { min: number; max: number }) =>
  z.coerce.number({ error: 'must be a whole number' }).int().min(bounds.min).max(bounds.max);

const list = <Schema extends z.ZodType>(item: Schema) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(/[\s,]+/).filter((one) => one !== '') : value),
    z.array(item).default([]),
  );

/** Every setting: its name in the environment, type, default and meaning. docs/settings.md tells the same at length. */
export const schema = z.object({
  /** The port that the portal listens on. */
  PORT: wholeNumber({ min: 0, max: 65_535 }).default(3000),
  /** The portal's own origin, as browsers see it. */
  PORTAL_URL: httpUrl.default('http://localhost:3000'),
  KRATOS_PUBLIC_URL: httpUrl.optional(),
  KRATOS_ADMIN_URL: httpUrl.optional(),
  HYDRA_PUBLIC_URL: httpUrl.optional(),
  HYDRA_ADMIN_URL: httpUrl.optional(),
  KETO_READ_URL: httpUrl.optional(),
  KETO_WRITE_URL: httpUrl.optional(),
  KETO_OPL_URL: httpUrl.optional(),
  ORY_PROJECTS_URL: httpUrl.optional(),
  /** One Ory Network project that serves all of the above that are not set. */
  ORY_SDK_URL: httpUrl.optional(),
  /** Sent as a bearer token on admin calls; never leaves the server. */
  ORY_ADMIN_API_TOKEN: z.string().optional(),
  /** Signs the CSRF tokens; the same on every replica. */
  COOKIE_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  /** Who may call admin operations: identity ids or verified addresses, separated by commas. */
  PORTAL_ADMINS: list(z.string()),
  /** Which OAuth2 clients may call admin operations with a token of their own: client ids, separated by commas. */
  PORTAL_ADMIN_CLIENTS: list(z.string()),
  /** The assurance level that an admin's session must have. */
  PORTAL_ADMIN_AAL: z.enum(['aal1', 'aal2', 'aal3']).default('aal2'),
  /** The name of Kratos' session cookie, as its `session.cookie.name` says. */
  SESSION_COOKIE_NAME: z
    .string()
    .regex(/^[\w-]+$/, 'must be a cookie name: letters, digits, - and _')
    .default('ory_kratos_session'),
  PRODUCT_NAME: z.string().min(1).default('Stethoscope'),
  SUPPORT_EMAIL: z.email('must be an e-mail address').optional(),
  ANDROID_APP_URL: httpUrl.default('https://play.google.com/store/apps'),
  IOS_APP_URL: httpUrl.default('https://apps.apple.com'),
  /** Where a subscription is managed; the portal's own home when not set. */
  CUSTOMER_PORTAL_URL: httpUrl.optional(),
  /** Where browsers reach the identity service; the portal's own origin when not set. */
  IDENTITY_SERVICE_URL: httpUrl.optional(),
  /** Other origins that a sign-in may return to, separated by commas. */
  ALLOWED_RETURN_URLS: list(httpUrl),
  DEFAULT_LOCALE: z.enum(locales).default('en'),
  /** How long a call to the provider may take, in milliseconds; 0 waits for ever. */
  PROVIDER_TIMEOUT_MS: wholeNumber({ min: 0, max: 600_000 }).default(0),
  RATE_LIMIT: z.enum(['on', 'off']).default('on'),
  /** The proxies in front of the portal, as Express' `trust proxy`: a number of hops, or addresses and subnets. */
  TRUST_PROXY: z
    .string()
    .optional()
    .transform((value, context) => {
      try {
        return trustProxy(value);
      } catch {
        context.addIssue('must be a number of hops, or addresses and subnets');
        return z.NEVER;
      }
    }),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** How far browsers keep to https: this host, its subdomains, or with the browsers' preload list. */
  HSTS: z.enum(['off', 'host', 'subdomains', 'preload']).default('host'),
  /** How much of a client's address is logged, in the lines that have one. */
  LOG_CLIENT_ADDRESS: z.enum(['whole', 'truncated', 'none']).default('truncated'),
  NODE_ENV: z.string().default('development'),
});

/** The settings that the server runs with: those of the environment, with what follows from them filled in. */
export type Settings = Omit<z.output<typeof schema>, AlwaysKnown> & Record<AlwaysKnown, string>;

/** What the schema leaves open and `readSettings` fills in. */
type AlwaysKnown = 'COOKIE_SECRET' | 'KRATOS_PUBLIC_URL' | 'CUSTOMER_PORTAL_URL' | 'IDENTITY_SERVICE_URL';

/** A setting that is wrong or missing, in lines that an operator can act on. */
export class SettingsError extends Error {}

const complain = (lines: string[]): never => {
  throw new SettingsError(['The portal cannot start, because of its settings:', ...lines].join('\n  '));
};

/**
 * Reads every setting from an environment.
 *
 * @param environment variables by name, usually `process.env`
 * @returns the settings, defaults filled in; without a COOKIE_SECRET outside production one is made up
 * @throws SettingsError naming each wrong setting and what it must be
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  // An unset variable and an empty one mean the same: docker-compose passes the empty one.
  const given = Object.entries(environment).filter(([, value]) => value !== '');
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (!parsed.success)
    return complain(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  const settings = parsed.data;
  if (settings.NODE_ENV === 'production' && !settings.COOKIE_SECRET)
    return complain(['COOKIE_SECRET: is required in production (32 random characters or more)']);
  const kratosUrl = settings.KRATOS_PUBLIC_URL ?? settings.ORY_SDK_URL;
  if (kratosUrl === undefined)
    return complain(['KRATOS_PUBLIC_URL: is required, or ORY_SDK_URL for an Ory Network project']);
  if (new URL(settings.PORTAL_URL).pathname !== '/')
    return complain(['PORTAL_URL: must be an origin, without a path']);
  return {
    ...settings,
    COOKIE_SECRET: settings.COOKIE_SECRET ?? randomBytes(32).toString('base64url'),
    CUSTOMER_PORTAL_URL: settings.CUSTOMER_PORTAL_URL ?? settings.PORTAL_URL,
    IDENTITY_SERVICE_URL: settings.IDENTITY_SERVICE_URL ?? settings.PORTAL_URL,
    KRATOS_PUBLIC_URL: kratosUrl,
    KRATOS_ADMIN_URL: settings.KRATOS_ADMIN_URL ?? settings.ORY_SDK_URL,
    HYDRA_PUBLIC_URL: settings.HYDRA_PUBLIC_URL ?? settings.ORY_SDK_URL,
    HYDRA_ADMIN_URL: settings.HYDRA_ADMIN_URL ?? settings.ORY_SDK_URL,
    KETO_READ_URL: settings.KETO_READ_URL ?? settings.ORY_SDK_URL,
    KETO_WRITE_URL: settings.KETO_WRITE_URL ?? settings.ORY_SDK_URL,
    KETO_OPL_URL: settings.KETO_OPL_URL ?? settings.ORY_SDK_URL,
  };
}
