import type { Session } from '@ory/client';
import type { Settings } from '../settings/config.ts';
import type { OwnCredentials } from '../../shared/credentials.ts';
import { pageUrl } from '../urls/paths.ts';
import type { ConsentRequest } from '../upstreams/challenges.ts';
import { secondsAt } from './scopeClaims.ts';

const levelPattern = /^aal([0-3])$/;

const numberOf = (level: string | undefined): number => Number(levelPattern.exec(level ?? '')?.[1] ?? 0);

/** The highest level at which Kratos signs users in; its names go further. */
const highest = 2;

/** A sign-in that no false page can pass on (OpenID Connect Extended Authentication Profile ACR Values 1.0, section 2). */
const phishingResistant = 'phr';

/** Kratos' names of the methods with which a browser signs for the origin that it shows. */
const keyMethods: ReadonlySet<string> = new Set(['passkey', 'webauthn']);

const methodsOf = ({ authentication_methods: methods }: Session): string[] =>
  (methods ?? []).map(({ method }) => String(method));

const isPhishingResistant = (session: Session): boolean =>
  methodsOf(session).some((method) => keyMethods.has(method));

/** The setting that turns on what Kratos' levels do not say. */
type ContextSettings = Pick<Settings, 'AUTHENTICATION_CONTEXT'>;

/**
 * Returns the contexts that an application asks for, any of which satisfies it: Kratos' assurance levels and, if the setting is
 * on, `phr`. Others are left out: `acr_values` is voluntary (OpenID Connect Core 1.0, section 3.1.2.1).
 */
function askedFor(
  { oidc_context: context }: Pick<ConsentRequest, 'oidc_context'>,
  { AUTHENTICATION_CONTEXT: setting }: ContextSettings,
): string[] {
  const asked = context?.acr_values ?? [];
  return asked.filter(
    (value) => levelPattern.test(value) || (value === phishingResistant && setting === 'on'),
  );
}

/** Whether somebody has given a factor late enough for a request. */
export type IsRecent = (factor: Pick<Session, 'authenticated_at'>) => boolean;

/** Returns when a session was last given a second factor or, for `phr`, a key. Kratos' own time is that of any factor. */
function lastGiven(
  { authentication_methods: methods, authenticated_at }: Session,
  value: string,
): string | undefined {
  const times = (methods ?? [])
    .filter(({ method, aal }) =>
      value === phishingResistant ? keyMethods.has(String(method)) : aal === 'aal2',
    )
    .map(({ completed_at }) => completed_at ?? '');
  return times.sort().at(-1) ?? authenticated_at;
}

/** Returns the first context asked for that a session satisfies. A level that no sign-in reaches means the highest. */
const satisfied = (session: Session, asked: readonly string[], isRecent: IsRecent): string | undefined =>
  asked.find((value) => {
    const isKey = value === phishingResistant;
    const wanted = Math.min(numberOf(value), highest);
    if (isKey ? !isPhishingResistant(session) : numberOf(session.authenticator_assurance_level) < wanted)
      return false;
    return (!isKey && wanted < highest) || isRecent({ authenticated_at: lastGiven(session, value) });
  });

/** Returns what a session lacks of the contexts that an application asks for: a second factor, or a passkey or security key. */
export function missingContext(
  session: Session,
  request: Pick<ConsentRequest, 'oidc_context'>,
  settings: ContextSettings,
  isRecent: IsRecent = () => true,
): 'factor' | 'key' | undefined {
  const asked = askedFor(request, settings);
  if (asked.length === 0 || satisfied(session, asked, isRecent) !== undefined) return undefined;
  return asked.every((value) => value === phishingResistant) ? 'key' : 'factor';
}

/** Returns the page at which somebody gives a second factor, also if they have given one before. */
export const factorPage = ({ authenticator_assurance_level: level }: Session, back: string): string =>
  pageUrl('/login', {
    aal: 'aal2',
    refresh: numberOf(level) < highest ? undefined : 'true',
    return_to: back,
  });

/**
 * Returns the page at which somebody signs in with a passkey or security key of theirs.
 *
 * @returns undefined if they have none
 */
export function keyPage(
  session: Session,
  credentials: Pick<OwnCredentials, 'passkeys' | 'securityKeys'> | undefined,
  back: string,
): string | undefined {
  const { securityKeys = 0, passkeys = 0 } = credentials ?? {};
  if (securityKeys > 0) return factorPage(session, back);
  return passkeys > 0 ? pageUrl('/login', { refresh: 'true', return_to: back }) : undefined;
}

/**
 * Returns what access tokens say about their owner's sign-in (RFC 9470, section 6): the context asked for, or else the assurance
 * level; the methods as Kratos names them; and the time in seconds since 1970.
 */
export function claimsOfContext(
  session: Session,
  request: Pick<ConsentRequest, 'oidc_context'>,
  settings: ContextSettings,
  isRecent: IsRecent,
): Record<string, unknown> {
  if (settings.AUTHENTICATION_CONTEXT === 'off') return {};
  const { authenticator_assurance_level: level, authenticated_at: at } = session;
  const asked = satisfied(session, askedFor(request, settings), isRecent);
  return {
    // never more than there is: somebody may ask for a level that no sign-in reaches
    acr: asked === undefined || numberOf(asked) > highest ? level : asked,
    amr: [...new Set(methodsOf(session))],
    auth_time: secondsAt(at),
  };
}
