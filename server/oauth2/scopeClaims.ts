import type { Session } from '@ory/client';
import { fieldsOf, objectsIn, textIn } from '../../shared/fields.ts';

/** Claims about a user (OpenID Connect Core 1.0, section 5.1). */
export type Claims = Record<string, string | boolean | number>;

type Identity = NonNullable<Session['identity']>;

/** Drops claims without a value: they must be left out (OpenID Connect Core 1.0, section 5.3.2). */
const given = (claims: Partial<Claims>): Claims =>
  Object.fromEntries(
    Object.entries(claims).filter(
      (entry): entry is [string, string | boolean | number] => entry[1] !== undefined,
    ),
  );

/** Converts a time to the format of claims, in seconds since 1970; undefined for an invalid one. */
export const secondsAt = (time: unknown): number | undefined => {
  const ms = Date.parse(textIn(time) ?? '');
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000);
};

function profile({ traits, updated_at }: Identity): Claims {
  const { name, locale } = fieldsOf(traits);
  const first = textIn(fieldsOf(name).first);
  const last = textIn(fieldsOf(name).last);
  const whole = [first, last].filter((part) => part !== undefined).join(' ');
  return given({
    name: textIn(whole),
    given_name: first,
    family_name: last,
    locale: textIn(locale),
    updated_at: secondsAt(updated_at),
  });
}

function email({ traits, verifiable_addresses }: Identity): Claims {
  const address = textIn(fieldsOf(traits).email);
  if (address === undefined) return {};
  const isVerified = objectsIn(verifiable_addresses).some(
    ({ value, verified }) => value === address && verified === true,
  );
  return { email: address, email_verified: isVerified };
}

/**
 * The claims that each scope releases (OpenID Connect Core 1.0, section 5.4), from the traits of identity.schema.json. A
 * scope that is not in this table releases none. To add one, add its texts to the catalogues, too: `scope.<scope>` and
 * `scopeHint.<scope>`.
 */
const claimsOfScope = new Map<string, (identity: Identity) => Claims>([
  ['profile', profile],
  ['email', email],
]);

/**
 * Returns the claims for an ID token.
 *
 * @param scopes the granted scopes
 * @param identity the user's identity
 */
export const claimsFor = (scopes: readonly string[], identity: Identity): Claims =>
  Object.assign({}, ...scopes.map((scope) => claimsOfScope.get(scope)?.(identity))) as Claims;
