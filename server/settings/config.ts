import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { locales } from '../../shared/messages/locales.ts';
import {
  apiUrl,
  attributePairs,
  directory,
  documentHost,
  duration,
  headerPairs,
  link,
  list,
  listenAddress,
  network,
  origin,
  postgresUrl,
  ratio,
  redisUrl,
  smtpUrl,
  securityContact,
  stdoutOrFile,
  trustProxy,
  webhookKey,
  wholeNumber,
} from './kinds.ts';
import { refusedInProduction } from './inProduction.ts';
import { describeMisspelling, findMisspellings } from './misspellings.mjs';
import { mustBeOneOf } from './mustBeOneOf.ts';

/** The samplers that OpenTelemetry's specification names for `OTEL_TRACES_SAMPLER`, without those for Jaeger and X-Ray. */
const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Every setting: its name in the environment, type, default and meaning. docs/settings.md has the details. */
export const schema = z.object({
  /** The port that the portal listens on. */
  PORT: wholeNumber({ min: 0, max: 65_535 }).default(3000),
  /** The address that the portal listens on; the default is reachable only from this machine. */
  HOST: listenAddress.default('127.0.0.1'),
  /** The port, at HOST, on which Prometheus reads the metrics; without it there are none. */
  METRICS_PORT: wholeNumber({ min: 0, max: 65_535 }).optional(),
  /** The portal's own origin, as browsers see it; `http://localhost` with PORT when not set. */
  PORTAL_URL: origin.optional(),
  KRATOS_PUBLIC_URL: apiUrl.optional(),
  KRATOS_ADMIN_URL: apiUrl.optional(),
  HYDRA_PUBLIC_URL: apiUrl.optional(),
  HYDRA_ADMIN_URL: apiUrl.optional(),
  KETO_READ_URL: apiUrl.optional(),
  KETO_WRITE_URL: apiUrl.optional(),
  KETO_OPL_URL: apiUrl.optional(),
  ORY_PROJECTS_URL: apiUrl.optional(),
  /** One Ory Network project, for all of the above that are not set. */
  ORY_SDK_URL: apiUrl.optional(),
  /** Sent as a bearer token on admin calls; never leaves the server. */
  ORY_ADMIN_API_TOKEN: z.string().optional(),
  /** Signs the CSRF tokens; the same on every replica. */
  COOKIE_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  /** With which Kratos' web hooks call the portal, separated by commas: one and, for a change of it, another. */
  KRATOS_HOOKS_KEY: list(z.string().min(32, 'must have at least 32 characters')),
  /** Whether production may only start in front of a Kratos that asks the portal before it signs somebody in. */
  KRATOS_HOOKS: z.enum(['required', 'off']).default('required'),
  /** Who may call admin operations: identity ids, or addresses proved before any credential, separated by commas. */
  PORTAL_ADMINS: list(z.string()),
  /** Who else may use the console, to help people or only to read: listed like PORTAL_ADMINS. */
  PORTAL_HELPERS: list(z.string()),
  PORTAL_READERS: list(z.string()),
  /** Which OAuth2 clients may call admin operations with a token of their own: client ids, separated by commas. */
  PORTAL_ADMIN_CLIENTS: list(z.string()),
  /** The minimum assurance level of an admin's session. */
  PORTAL_ADMIN_AAL: z.enum(['aal1', 'aal2', 'aal3']).default('aal2'),
  /** The maximum age of an admin's sign-in for changes, in milliseconds; for reading, 12 hours. */
  PORTAL_ADMIN_MAX_AGE: duration('12h').default(15 * 60_000),
  /** The name of Kratos' session cookie: its `session.cookie.name`. */
  SESSION_COOKIE_NAME: z
    .string()
    .regex(/^[\w-]+$/, 'must be a cookie name: letters, digits, - and _')
    .default('ory_kratos_session'),
  /** The profiles with which compose runs, to check them against the other settings. */
  COMPOSE_PROFILES: z.string().optional(),
  PRODUCT_NAME: z.string().min(1).default('Stethoscope'),
  /** A JSON file with the operator's own look: docs/brands.md. */
  BRAND_FILE: z.string().optional(),
  /** A folder with replacements for the product's texts, one JSON file per language: docs/brands.md. */
  TEXTS_DIRECTORY: z.string().optional(),
  SUPPORT_EMAIL: z.email('must be an e-mail address').optional(),
  /** Where a vulnerability is reported: addresses or pages, separated by commas; without one there is no security.txt. */
  SECURITY_CONTACT: list(securityContact),
  /** The operator's privacy policy and terms: in the footer, and beside the consent of a sign-up. */
  PRIVACY_URL: link.optional(),
  TERMS_URL: link.optional(),
  /** Where the home page's cards lead; one that is not set is not shown. */
  ANDROID_APP_URL: link.optional(),
  IOS_APP_URL: link.optional(),
  /** The site where subscriptions are managed. */
  CUSTOMER_PORTAL_URL: link.optional(),
  /**
   * The origin at which browsers reach the identity service (its configured base URL); the portal's own by default.
   */
  IDENTITY_SERVICE_URL: origin.optional(),
  /** The other origins from which a flow's images may come, separated by commas. */
  IMAGE_ORIGINS: list(origin),
  /** The other origins at which the passkeys of this one work, separated by commas. */
  WEBAUTHN_ORIGINS: list(origin),
  /** Other origins that a sign-in may return to, separated by commas. */
  ALLOWED_RETURN_URLS: list(origin),
  /** Whether the session at the portal answers an application's request for a sign-in. */
  SINGLE_SIGN_ON: z.enum(['on', 'off']).default('on'),
  /** The hosts whose OAuth2 clients introduce themselves by a metadata document, or `any`; none by default. */
  CLIENT_METADATA_HOSTS: list(documentHost),
  /** The scopes that they may ask for. */
  CLIENT_METADATA_SCOPES: list(z.string()).default(['openid', 'offline_access', 'profile', 'email']),
  /** Networks that their documents may come from although they are not public. */
  CLIENT_METADATA_NETWORKS: list(network),
  /** The APIs that these clients may ask for; with any, the parameter `resource` (RFC 8707) works for all clients. */
  PROTECTED_RESOURCES: list(apiUrl),
  /** Whether access tokens say how their owner signed in: `acr`, `amr` and `auth_time`. */
  AUTHENTICATION_CONTEXT: z.enum(['on', 'off']).default('off'),
  /** For how many days a remembered consent lasts; 0 means until it is withdrawn. */
  CONSENT_REMEMBER_DAYS: wholeNumber({ min: 0, max: 3650 }).default(30),
  /** For how many days after a sign-in an application's refresh tokens work; 0 means as long as they are used. */
  REFRESH_TOKEN_MAX_DAYS: wholeNumber({ min: 0, max: 3650 }).default(90),
  DEFAULT_LOCALE: z.enum(locales).default('en'),
  /** How long a call to the provider may take, in milliseconds; 0 means no limit. */
  PROVIDER_TIMEOUT_MS: wholeNumber({ min: 0, max: 600_000 }).default(10_000),
  /**
   * The minimum length of a new password, the same as Kratos' `min_password_length`; 0 if pages need not state it.
   */
  PASSWORD_MIN_LENGTH: wholeNumber({ min: 0, max: 1000 }).default(8),
  /** Whether a browser remembers, in a cookie without personal data, which methods were used last. */
  REMEMBER_METHOD: z.enum(['on', 'off']).default('on'),
  RATE_LIMIT: z.enum(['on', 'off']).default('on'),
  /** The Redis in which all replicas count the limits together; each counts for itself without one. */
  REDIS_URL: redisUrl.optional(),
  /** How the limits work while Redis does not answer: each replica counts for itself, or refuses limited requests. */
  REDIS_FAILURE: z.enum(['count', 'refuse']).default('count'),
  /** How many people may share a client address, such as that of a clinic: the limits by address grow with it. */
  PEOPLE_PER_ADDRESS: wholeNumber({ min: 1, max: 1_000_000 }).default(10),
  /** The PostgreSQL database that keeps the accounts' history for all replicas. */
  DATABASE_URL: postgresUrl.optional(),
  /** The folder that keeps it where there is one replica alone; without either, there is no history. */
  DATA_DIRECTORY: directory.optional(),
  /** How the portal starts while that database cannot be opened: it serves without history, or does not start. */
  STORE_FAILURE: z.enum(['serve', 'refuse']).default('serve'),
  /** For how many days an account's history is kept. */
  HISTORY_DAYS: wholeNumber({ min: 1, max: 3650 }).default(400),
  /** How long a sign-in or a change waits until it is written to the history, in milliseconds. */
  HISTORY_WAIT_MS: wholeNumber({ min: 0, max: 10_000 }).default(200),
  /** Whether the portal keeps an index of people, for administrators, where it has a database and Kratos' admin API. */
  PEOPLE_INDEX: z.enum(['on', 'off']).default('on'),
  /** The mail server and the sender of the portal's own mails, as Kratos has them; without a server there are none. */
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: z.email('must be an e-mail address').default('no-reply@account-portal.example'),
  /** For how many days the mail to a former address can put it back. */
  ADDRESS_RETURN_DAYS: wholeNumber({ min: 1, max: 60 }).default(7),
  /** The version of what people agree to, such as a date: whoever has agreed to another one is asked again. */
  CONSENT_VERSION: z
    .string()
    .regex(/^[\w.-]{1,40}$/, 'must be letters, digits, dots, - and _')
    .optional(),
  /** For how many days somebody who has deleted their account can come back by signing in. */
  DELETION_GRACE_DAYS: wholeNumber({ min: 0, max: 90 }).default(14),
  /** Where the operator's systems are told of deleted accounts, and with what that is signed. */
  DELETION_WEBHOOK_URL: apiUrl.optional(),
  DELETION_WEBHOOK_KEY: webhookKey.optional(),
  /** The trusted proxies, as for Express' `trust proxy`: a number of hops, or addresses and subnets. */
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
  /** The header in which the trusted proxy says where a client is; without it, the history has no places. */
  CLIENT_PLACE_HEADER: z
    .string()
    .regex(/^[\w-]{1,60}$/, 'must be the name of a header')
    .optional(),
  /** The OTLP collector that gets the traces; without it there are none. */
  OTEL_EXPORTER_OTLP_ENDPOINT: apiUrl.optional(),
  /** Sent to the collector alone: usually a token. */
  OTEL_EXPORTER_OTLP_HEADERS: headerPairs.optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: attributePairs.optional(),
  /** Which requests are traced. */
  OTEL_TRACES_SAMPLER: z.enum(samplers).default('parentbased_always_on'),
  /** The share of requests that a ratio sampler traces. */
  OTEL_TRACES_SAMPLER_ARG: ratio.default(1),
  /** How many connections one address may have open. */
  CONNECTIONS_PER_ADDRESS: wholeNumber({ min: 1, max: 1_000_000 }).default(512),
  /** How long new connections are still accepted after the signal to stop, in milliseconds. */
  DRAIN_DELAY_MS: wholeNumber({ min: 0, max: 600_000 }).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Where audit lines go: standard output, or a file. */
  AUDIT_LOG: stdoutOrFile.default('stdout'),
  /** The hosts that browsers may reach only over https: this one, and those below it too (the default). */
  HSTS: z.enum(['off', 'host', 'subdomains']).default('subdomains'),
  /** Who may see the API reference and the provider's version; admins in production, otherwise everybody. */
  API_DOCS: z.enum(['public', 'admins', 'off']).optional(),
  /** How much of a client's address is logged, in lines that have one. */
  LOG_CLIENT_ADDRESS: z.enum(['whole', 'truncated', 'none']).default('truncated'),
  NODE_ENV: z.string().default('development'),
});

type ParsedSettings = z.output<typeof schema>;

/** The settings of the running server: the environment's, with derived ones filled in. */
export type Settings = Omit<ParsedSettings, AlwaysSet | DiffersInProduction> &
  Record<AlwaysSet, string> &
  Required<Pick<ParsedSettings, DiffersInProduction>>;

/** Settings that are optional in the schema and filled in by `readSettings`. */
type AlwaysSet = 'COOKIE_SECRET' | 'PORTAL_URL' | 'KRATOS_PUBLIC_URL' | 'IDENTITY_SERVICE_URL';

/** Settings with another default in production. */
type DiffersInProduction = 'API_DOCS' | 'DRAIN_DELAY_MS';

/** The environment's variables by name, usually `process.env`. */
type Environment = Record<string, string | undefined>;

/** Invalid or missing settings, one line each that an operator can act on. */
export class SettingsError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(['The portal cannot start, because of its settings:', ...faults].join('\n  '));
    this.faults = faults;
  }
}

/** Returns the variables that are set. An empty one counts as unset: docker-compose passes unset ones as empty. */
export const givenVariables = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '' && value !== undefined));

const misspellingsIn = (environment: Environment) =>
  findMisspellings(Object.keys(environment), Object.keys(schema.shape));

/** Whether a misspelling prevents the start: the intended setting is unset, and not a single word as in PORT. */
const isFatal = (environment: Environment, intended: string): boolean =>
  intended.includes('_') && environment[intended] === undefined;

/** Describes what is wrong with one setting, without its value, which may be a secret. */
function describeIssue({ path, ...issue }: z.core.$ZodIssue): string {
  const [name, entry] = path;
  const place = typeof entry === 'number' ? `${String(name)}, entry ${entry + 1}` : String(name);
  return `${place}: ${issue.code === 'invalid_value' ? mustBeOneOf(issue.values) : issue.message}`;
}

/** Returns the problems of settings that depend on each other: required ones that are missing, and ports that clash. */
function conflicts(set: Environment): string[] {
  const lines: string[] = [];
  if ((set.KRATOS_PUBLIC_URL ?? set.ORY_SDK_URL) === undefined)
    lines.push('KRATOS_PUBLIC_URL: is required, or ORY_SDK_URL for an Ory Network project');
  if (/^0+$/.test(set.PORT ?? '') && set.PORTAL_URL === undefined)
    lines.push('PORTAL_URL: is required with PORT=0, which takes any free port');
  if (Number(set.METRICS_PORT) > 0 && Number(set.METRICS_PORT) === Number(set.PORT ?? 3000))
    lines.push('METRICS_PORT: must not be PORT, which everybody can reach');
  for (const name of ['CLIENT_METADATA_HOSTS', 'PROTECTED_RESOURCES'])
    if (set[name] !== undefined && (set.HYDRA_ADMIN_URL ?? set.ORY_SDK_URL) === undefined)
      lines.push(`HYDRA_ADMIN_URL: is required with ${name}`);
  if (set.CONSENT_VERSION !== undefined && (set.KRATOS_ADMIN_URL ?? set.ORY_SDK_URL) === undefined)
    lines.push('KRATOS_ADMIN_URL: is required with CONSENT_VERSION, to keep what people agree to');
  if (set.DELETION_WEBHOOK_URL !== undefined && set.DELETION_WEBHOOK_KEY === undefined)
    lines.push('DELETION_WEBHOOK_KEY: is required with DELETION_WEBHOOK_URL, to sign what is sent there');
  return lines;
}

/** Returns a sentence for each variable that looks like a misspelt setting but may be another program's. */
export function settingWarnings(environment: Environment): string[] {
  const set = givenVariables(environment);
  return misspellingsIn(set)
    .filter(({ intended }) => !isFatal(set, intended))
    .map(describeMisspelling);
}

/**
 * Reads every setting from an environment. Nothing else is read, written or started.
 *
 * @param standIns values for settings that will only be set when the server starts; a misspelling of one of these is
 *   still refused
 * @returns the settings with defaults filled in; outside production, a missing COOKIE_SECRET is generated
 * @throws SettingsError with a line for each invalid, missing or misspelt setting
 */
export function readSettings(environment: Environment, standIns: Environment = {}): Settings {
  const own = givenVariables(environment);
  const set = { ...standIns, ...own };
  const parsed = schema.safeParse(set);
  const misspelt = misspellingsIn(own).filter(({ intended }) => isFatal(own, intended));
  const lines = [
    ...(parsed.error?.issues ?? []).map(describeIssue),
    ...(set.NODE_ENV === 'production' ? refusedInProduction(set) : []),
    ...conflicts(set),
    ...misspelt.map(describeMisspelling),
  ];
  const settings = parsed.data;
  const kratosUrl = settings?.KRATOS_PUBLIC_URL ?? settings?.ORY_SDK_URL;
  // the schema and the rules for production may say the same
  if (settings === undefined || kratosUrl === undefined || lines.length > 0)
    throw new SettingsError([...new Set(lines)]);
  const portalUrl = settings.PORTAL_URL ?? new URL(`http://localhost:${settings.PORT}`).origin;
  return {
    ...settings,
    PORTAL_URL: portalUrl,
    COOKIE_SECRET: settings.COOKIE_SECRET ?? randomBytes(32).toString('base64url'),
    IDENTITY_SERVICE_URL: settings.IDENTITY_SERVICE_URL ?? portalUrl,
    // in development there is no load balancer to wait for, and the portal should stop at once
    DRAIN_DELAY_MS: settings.DRAIN_DELAY_MS ?? (settings.NODE_ENV === 'production' ? 5_000 : 0),
    API_DOCS: settings.API_DOCS ?? (settings.NODE_ENV === 'production' ? 'admins' : 'public'),
    KRATOS_PUBLIC_URL: kratosUrl,
    KRATOS_ADMIN_URL: settings.KRATOS_ADMIN_URL ?? settings.ORY_SDK_URL,
    HYDRA_PUBLIC_URL: settings.HYDRA_PUBLIC_URL ?? settings.ORY_SDK_URL,
    HYDRA_ADMIN_URL: settings.HYDRA_ADMIN_URL ?? settings.ORY_SDK_URL,
    KETO_READ_URL: settings.KETO_READ_URL ?? settings.ORY_SDK_URL,
    KETO_WRITE_URL: settings.KETO_WRITE_URL ?? settings.ORY_SDK_URL,
    KETO_OPL_URL: settings.KETO_OPL_URL ?? settings.ORY_SDK_URL,
  };
}
