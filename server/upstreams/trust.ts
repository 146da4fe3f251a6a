import * as z from 'zod';
import { fieldsOf } from '../../shared/fields.ts';
import { isFactor, isSocial, methodOf } from '../../shared/flow/methods.ts';
import { hasCredential, type StoredIdentity } from './storedIdentity.ts';

/** The key of an identity's `metadata_admin` under which the portal keeps its trust record. */
export const trustKey = 'portal';

const record = z.object({
  /** The addresses beside which credentials were confirmed, in lower case. */
  addresses: z.array(z.string()),
  /** The ids of the credentials that were confirmed beside them; all others are refused. */
  confirmed: z.array(z.string()),
  /** The ids of the credentials that existed then: they all belong to one person. */
  known: z.array(z.string()),
  /** The ids of the credentials that were confirmed beside former addresses. */
  formerly: z.array(z.string()).optional(),
  /** The hash of the sign-up's id, by which its browser is recognised; absent for an app. */
  signUp: z.string().optional(),
  /** Whether an application waits for the sign-up. */
  forApplication: z.boolean().optional(),
  /** Whether its second factors are from before a proof to which no credential was presented: they may be somebody else's. */
  foreignFactors: z.boolean().optional(),
  /**
   * When its owner has secured the account, in milliseconds since 1970; since when changes may not have been theirs, which change
   * of address was undone, and whether something is still to be done.
   */
  secured: z
    .object({
      at: z.number(),
      since: z.number(),
      restored: z.number().optional(),
      unfinished: z.boolean().optional(),
    })
    .optional(),
  /** The change of address that Kratos has been allowed to store: of the record that is stored with it. */
  changing: z
    .object({
      address: z.string().optional(),
      formerAddress: z.string().optional(),
      formerPlace: z.string().optional(),
      /** Whether somebody had proved the former address. */
      wasProved: z.boolean().optional(),
      /** Whether other fields of the profile change with it. */
      withOthers: z.boolean().optional(),
    })
    .optional(),
  /** When the account is to be deleted, unless its owner signs in before, in milliseconds since 1970. */
  deletion: z.number().optional(),
});

/**
 * What an account's credentials are worth. An account without a record is trusted, because an administrator or an import
 * made it; it gets one as soon as somebody signs in, and keeps it. So whatever a change that began earlier still writes, a
 * record comes with it, beside which a later address does not count.
 */
export type Trust = z.output<typeof record>;

/** A record that trusts nothing; also in place of one that cannot be read. */
export const distrust: Trust = { addresses: [], confirmed: [], known: [] };

/** Reads the trust record of an identity; undefined if the account is trusted. */
export function trustOf({ metadata_admin: metadata }: Partial<StoredIdentity>): Trust | undefined {
  const kept = fieldsOf(metadata)[trustKey];
  return kept === undefined || kept === null ? undefined : (record.safeParse(kept).data ?? distrust);
}

/** Whether a session's method is a recovery. */
export const isRecovery = (method: string): boolean =>
  method === 'code_recovery' || method === 'link_recovery';

/** Whether somebody who signs in by a method has read a mail to the account: by a code or a link. */
export const isMailbox = (method: string): boolean =>
  isRecovery(method) || methodOf(method).proves === 'mailbox';

/** Whether a method signs in by itself, without the mailbox. */
const isCredential = (method: string): boolean => isFactor(method, 'first') && !isMailbox(method);

type StoredCredential = NonNullable<StoredIdentity['credentials']>[string];

/** Returns the ids of an account's credentials of one kind; none for one without content. */
function idsOfKind(kind: string, { identifiers, config }: StoredCredential): string[] {
  if (kind === 'password') {
    const isSet = Boolean(config?.hashed_password) || config?.use_password_migration_hook === true;
    return isSet ? [kind] : [];
  }
  if (isSocial(kind)) return (identifiers ?? []).map((identifier) => `${kind}:${identifier}`);
  return (config?.credentials ?? [])
    .filter((key) => kind !== 'webauthn' || key.is_passwordless === true)
    .map(({ id }) => `${kind}:${id}`);
}

/** Returns the ids of an account's credentials that sign in by themselves. */
export const credentialIds = ({ credentials }: Pick<StoredIdentity, 'credentials'>): string[] =>
  Object.entries(credentials ?? {}).flatMap(([kind, stored]) =>
    isCredential(kind) ? idsOfKind(kind, stored) : [],
  );

const isOf = (method: string) => (id: string) => id === method || id.startsWith(`${method}:`);

/** Returns an account's addresses in lower case. @param verified only the proved or the unproved ones */
export const lowerCaseAddresses = (
  { verifiable_addresses: all }: Pick<StoredIdentity, 'verifiable_addresses'>,
  verified: boolean,
): string[] =>
  (all ?? [])
    .filter((address) => address.verified === verified)
    .map(({ value }) => value.trim().toLowerCase());

/** Returns the addresses that have been proved since the record was written. */
export const newlyProved = (trust: Trust, account: StoredIdentity): string[] =>
  lowerCaseAddresses(account, true).filter((address) => !trust.addresses.includes(address));

const idsOf = (account: StoredIdentity, method: string): string[] =>
  credentialIds(account).filter(isOf(method));

/**
 * Whether an account may be signed in to by a method. All of its credentials of that kind must be confirmed, because
 * Kratos does not say which one was presented, and no address may have been proved since.
 */
export function mayUse(trust: Trust, account: StoredIdentity, method: string): boolean {
  const ids = idsOf(account, method);
  const isConfirmed = ids.length > 0 && ids.every((id) => trust.confirmed.includes(id));
  return isConfirmed && newlyProved(trust, account).length === 0;
}

/** Whether whoever presents a method could sign in with it beside a former address: the account is theirs. */
export function mayHaveUsed({ formerly = [] }: Trust, account: StoredIdentity, method: string): boolean {
  const ids = idsOf(account, method);
  return ids.length > 0 && ids.every((id) => formerly.includes(id));
}

/**
 * Returns the credentials that presenting a method would confirm: all of its kind if they belong to one person, or the
 * only one. Of several people's credentials Kratos does not say which one was presented.
 */
function confirmable(trust: Trust, account: StoredIdentity, method: string): string[] {
  const ids = idsOf(account, method);
  const isOnePersons = ids.length === 1 || ids.every((id) => trust.known.includes(id));
  return isOnePersons && !ids.some((id) => trust.confirmed.includes(id)) ? ids : [];
}

/** Whether a mailed code would confirm a method. */
export const canConfirm = (trust: Trust, account: StoredIdentity, method: string): boolean =>
  confirmable(trust, account, method).length > 0;

/**
 * Returns the record after somebody has presented credentials together with the mailbox, or a session that may.
 *
 * @param methods how they were presented
 */
export function withConfirmed(
  { foreignFactors, ...trust }: Trust,
  account: StoredIdentity,
  methods: readonly string[],
): Trust {
  const confirmed = new Set(trust.confirmed);
  for (const method of methods) for (const id of confirmable(trust, account, method)) confirmed.add(id);
  return {
    ...trust,
    confirmed: [...confirmed],
    ...(foreignFactors && methods.length === 0 && { foreignFactors }),
  };
}

/** Returns the ids of the credentials that were added since the record was written, and are not confirmed. */
export const addedIds = (trust: Trust, account: StoredIdentity): string[] =>
  credentialIds(account).filter((id) => !trust.known.includes(id) && !trust.confirmed.includes(id));

/** Returns the record after somebody who may sign in has added a credential, which counts if it is the only new one. */
export function withAdded(trust: Trust, account: StoredIdentity): Trust {
  const added = addedIds(trust, account);
  return added.length === 1 ? { ...trust, confirmed: [...trust.confirmed, ...added] } : trust;
}

/** The kinds of second factors that an administrator can remove; of security keys, those that need another factor first. */
export const secondFactors = ['totp', 'lookup_secret', 'webauthn'] as const;

/** Whether an account has a second factor; a security key that signs in by itself is none. */
export const hasSecondFactor = (account: StoredIdentity): boolean =>
  secondFactors.some((kind) =>
    kind === 'webauthn'
      ? account.credentials?.webauthn?.config?.credentials?.some((key) => !key.is_passwordless)
      : hasCredential(account, kind),
  );

/** Returns the record after the first proof of an address: only what was presented with it counts from now on. */
export function afterProof(trust: Trust, account: StoredIdentity, methods: readonly string[]): Trust {
  const hasFactors = secondFactors.some((kind) => account.credentials?.[kind]);
  const formerly = [...new Set([...(trust.formerly ?? []), ...trust.confirmed])];
  return {
    ...withConfirmed({ ...trust, confirmed: [] }, account, methods),
    ...(formerly.length > 0 && { formerly }),
    addresses: lowerCaseAddresses(account, true),
    known: credentialIds(account),
    ...(hasFactors && methods.length === 0 && { foreignFactors: true }),
  };
}

/** Returns the record after the second factors that may be somebody else's were removed. */
export const withoutFactors = (trust: Trust): Trust => ({ ...trust, foreignFactors: undefined });

/**
 * Returns the record after the owner has secured the account: no credential counts until the owner presents it with a mailed
 * code. Those that may have been added by somebody else do not count as one person's with the others, and somebody else may have
 * asked to delete the account.
 *
 * @param added the kinds of credentials that were added since
 */
export function lockedTrust(
  account: StoredIdentity,
  secured: NonNullable<Trust['secured']>,
  added: readonly string[],
): Trust {
  const { known, confirmed, ...trust } = trustOf(account) ?? trustedUntilNow(account);
  const isOwners = (id: string): boolean => !added.some((kind) => isOf(kind)(id));
  return {
    ...trust,
    confirmed: [],
    formerly: undefined,
    known: [...new Set([...known, ...confirmed])].filter(isOwners),
    secured,
    deletion: undefined,
  };
}

/** Returns the record after all that securing an account takes is done. */
export function securedTrust(account: StoredIdentity): Trust {
  const trust = trustOf(account) ?? distrust;
  return { ...trust, secured: trust.secured && { ...trust.secured, unfinished: undefined } };
}

/** Returns the record of an account that is to be deleted, or is not any more. @param deletion in milliseconds since 1970 */
export const withDeletion = (account: StoredIdentity, deletion: number | undefined): Trust => ({
  ...(trustOf(account) ?? trustedUntilNow(account)),
  deletion,
});

/** Returns the record of an account whose credentials are all trusted beside its addresses. */
export const trustedUntilNow = (account: StoredIdentity): Trust => ({
  addresses: lowerCaseAddresses(account, true),
  confirmed: credentialIds(account),
  known: credentialIds(account),
});

/**
 * Returns the record of an account with an unproved address, none of whose credentials counts yet.
 *
 * @param signUp the hash of the sign-up's id, and whether an application waits for it
 */
export const untrusted = (
  account: Pick<StoredIdentity, 'verifiable_addresses' | 'credentials'>,
  signUp: Pick<Trust, 'signUp' | 'forApplication'> = {},
): Trust => ({
  addresses: lowerCaseAddresses(account, true),
  confirmed: [],
  known: credentialIds(account),
  ...signUp,
});

const kindsOf = (ids: readonly string[]): string[] => [
  ...new Set(ids.map((id) => id.split(':', 1)[0] ?? id)),
];

/** Returns the kinds of an account's credentials that sign in by themselves. */
export const credentialKinds = (account: StoredIdentity): string[] => kindsOf(credentialIds(account));

/** Returns the kinds of an account's credentials that a record does not confirm. */
const unconfirmedBy = (trust: Trust, account: StoredIdentity): string[] =>
  kindsOf(credentialIds(account).filter((id) => !trust.confirmed.includes(id)));

/** Whether all that an account has counts, second factors included. */
export const trustsAll = (trust: Trust, account: StoredIdentity): boolean =>
  !trust.foreignFactors && unconfirmedBy(trust, account).length === 0;

/** Returns the kinds of credentials that an account has and that nobody has confirmed. */
export function unconfirmedKinds(account: StoredIdentity): string[] {
  const trust = trustOf(account);
  return trust ? unconfirmedBy(trust, account) : [];
}

/**
 * Returns the confirmed kinds of credentials that the proof of another address leaves unconfirmed.
 *
 * @param methods how credentials are presented with it
 */
export function suspendedKinds(account: StoredIdentity, methods: readonly string[]): string[] {
  const trust = trustOf(account);
  if (!trust) return [];
  const before = unconfirmedBy(trust, account);
  return unconfirmedBy(afterProof(trust, account, methods), account).filter((kind) => !before.includes(kind));
}

/** A method of a session, as Kratos names it. */
interface SessionMethod {
  method?: string | undefined;
  aal?: string | null | undefined;
}

/** Returns the credentials among a session's methods: neither mailed codes or links, nor second factors. */
export const credentialsAmong = (methods: readonly SessionMethod[] | null | undefined): string[] =>
  (methods ?? []).flatMap(({ method, aal }) =>
    method === undefined || isMailbox(method) || aal === 'aal2' ? [] : method,
  );
