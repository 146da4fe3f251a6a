import { isDeepStrictEqual } from 'node:util';
import type { ActivityAbout } from '../../shared/activity.ts';
import { isSocial } from '../../shared/flow/methods.ts';
import { clientDetails } from '../upstreams/clientDetails.ts';
import type { Hydra } from '../upstreams/hydra.ts';
import { pointersTo } from '../upstreams/pointers.ts';
import { hasCredential, type StoredIdentity } from '../upstreams/storedIdentity.ts';
import { lowerCaseAddresses, type Trust } from '../upstreams/trust.ts';
import type { Happened } from '../store/events.ts';
import type { Question } from './question.ts';

/** Returns the name of the application that waits for a sign-in; undefined for none, and if Hydra does not say. */
export async function applicationOf(
  { flow }: Question,
  hydra: Hydra | undefined,
): Promise<string | undefined> {
  if (!hydra || !flow.login_challenge) return undefined;
  const found = await hydra.challenges.login(flow.login_challenge).catch(() => undefined);
  return found && 'request' in found ? clientDetails(found.request.client).name : undefined;
}

/** Returns how somebody has just signed in, or confirmed who they are. @param application the name of the one that asked */
export function signedIn({ flow, session }: Question, application: string | undefined): Happened {
  const used = session?.authentication_methods?.at(-1);
  const method = flow.active ?? used?.method;
  const isConfirmation = flow.refresh === true || flow.requested_aal === 'aal2';
  return {
    kind: isConfirmation ? 'confirmed' : 'signedIn',
    about: {
      ...(method && { method }),
      ...(used?.provider && { provider: used.provider }),
      ...(application !== undefined && { application }),
    },
  };
}

/** Returns how somebody has just signed up. @param application the name of the one that asked */
export function signedUp(
  { credentials }: StoredIdentity,
  method: string,
  application: string | undefined,
): Happened {
  const provider = isSocial(method) ? credentials?.[method]?.identifiers?.[0]?.split(':')[0] : undefined;
  return {
    kind: 'registered',
    about: { method, ...(provider && { provider }), ...(application !== undefined && { application }) },
  };
}

const addressesOf = ({ verifiable_addresses: all }: Question['identity'] | StoredIdentity): string[] =>
  (all ?? []).map(({ value }) => value);

/** Returns the traits without some addresses, in whatever place. */
const traitsBeside = (addresses: readonly string[], { traits }: Pick<StoredIdentity, 'traits'>): unknown =>
  JSON.parse(
    JSON.stringify(traits ?? {}, (_name, value: unknown) =>
      addresses.includes(String(value)) ? undefined : value,
    ),
  );

/** Returns how a profile changes the account's address; undefined if it does not. @param before the account as it is stored */
export function addressChange({ identity }: Question, before: StoredIdentity): Trust['changing'] {
  const was = addressesOf(before);
  const is = addressesOf(identity);
  const [address] = is.filter((one) => !was.includes(one));
  const [formerAddress] = was.filter((one) => !is.includes(one));
  if (address === undefined && formerAddress === undefined) return undefined;
  const [formerPlace] = formerAddress === undefined ? [] : pointersTo(formerAddress, before.traits);
  const proved = lowerCaseAddresses(before, true);
  return {
    ...(address && { address }),
    ...(formerAddress && { formerAddress, wasProved: proved.includes(formerAddress.toLowerCase()) }),
    ...(formerPlace && { formerPlace }),
    ...(!isDeepStrictEqual(
      traitsBeside([...was, ...is], identity),
      traitsBeside([...was, ...is], before),
    ) && {
      withOthers: true,
    }),
  };
}

/**
 * Returns what a change of a way to sign in has done.
 *
 * @param after the account as it is stored now
 * @param added the id of a credential that it did not have
 */
export function methodChanged(
  { method }: Question,
  after: StoredIdentity,
  added: string | undefined,
): Happened {
  // a hook of an older release
  if (!method) return { kind: 'methodChanged' };
  const provider = isSocial(method) ? added?.split(':')[1] : undefined;
  const about: ActivityAbout = { method, ...(provider !== undefined && { provider }) };
  if (!hasCredential(after, method)) return { kind: 'methodRemoved', about };
  // an account has one authenticator app at most
  return { kind: added !== undefined || method === 'totp' ? 'methodAdded' : 'methodChanged', about };
}

/** Returns the address that a verification has just proved, if the account has one alone. */
export function addressVerified({ identity }: Question): Happened {
  const [address, ...others] = addressesOf(identity);
  return {
    kind: 'addressVerified',
    about: address && others.length === 0 ? { address } : {},
  };
}
