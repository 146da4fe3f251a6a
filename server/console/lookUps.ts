import type { IndexState, ListedPerson, LogLine } from '../../shared/console/lists.ts';
import { uuid } from '../admin/audit.ts';
import type { Person } from '../store/people.ts';
import { addressOf, type StoredIdentity } from '../upstreams/storedIdentity.ts';
import { nameOf } from './nameOf.ts';
import type { ConsoleNeeds } from './needs.ts';

/** Resolves to undefined where a part of a page cannot be read: the rest is shown. */
export const orNone = <Value>(reading: Promise<Value> | undefined): Promise<Value | undefined> =>
  Promise.resolve(reading).catch(() => undefined);

/** Returns the names of identities, by their ids; those that cannot be read have none. */
export async function namesOf(
  { identities }: Pick<ConsoleNeeds, 'identities'>,
  ids: readonly (string | undefined)[],
): Promise<ReadonlyMap<string, string>> {
  const known = new Set(ids.filter((id) => id !== undefined && uuid.test(id)));
  const found = await orNone(identities.withIds([...known] as string[]));
  return new Map(found?.map((account) => [account.id, nameOf(account)]));
}

/** Returns lines with the names of those who are in them. */
export async function withNames(
  needs: Pick<ConsoleNeeds, 'identities'>,
  lines: readonly LogLine[],
): Promise<LogLine[]> {
  const names = await namesOf(
    needs,
    lines.flatMap(({ target, actor }) => [target, actor]),
  );
  return lines.map((line) => {
    const [targetName, actorName] = [names.get(line.target ?? ''), names.get(line.actor ?? '')];
    return {
      ...line,
      ...(targetName !== undefined && { targetName }),
      ...(actorName !== undefined && { actorName }),
    };
  });
}

/**
 * Finds people by an id, by what they sign in with, or else by words, as far as there is an index.
 *
 * @throws PortalError 502 or 504 when Kratos does not answer; Error if the database does not
 */
export async function peopleNamed(
  { identities, store, settings }: ConsoleNeeds,
  text: string,
): Promise<ListedPerson[]> {
  if (uuid.test(text)) {
    const account = await identities.find(text);
    return account ? [personAtKratos(account)] : [];
  }
  const found = await identities.signingInWith(text);
  if (found.length > 0 || settings.PEOPLE_INDEX === 'off') return found.map(personAtKratos);
  return (await store.people.find({ words: text })).people.map(personInIndex);
}

/** Returns how complete the index of people is; undefined without one, and if the database does not answer. */
export async function indexState({ settings, store }: ConsoleNeeds): Promise<IndexState | undefined> {
  if (settings.PEOPLE_INDEX === 'off') return undefined;
  const state = await orNone(store.people.state());
  if (!state) return undefined;
  const { people, finishedAt, isRunning } = state;
  return { people, isRunning, ...(finishedAt !== null && { finishedAt }) };
}

/** Somebody of the index, as lists show them. */
export const personInIndex = (person: Person): ListedPerson => {
  const { identity, name, address, state, schema, proved, methods, signedIn } = person;
  return {
    id: identity,
    name: name || address || identity,
    state,
    schema,
    proved,
    methods,
    ...(address !== '' && { address }),
    ...(signedIn !== null && { signedIn }),
  };
};

/** Somebody whom Kratos knows, as lists show them. */
export const personAtKratos = (account: StoredIdentity): ListedPerson => {
  const { id, state, schema_id: schema, credentials, verifiable_addresses: addresses } = account;
  const address = addressOf(account);
  return {
    id,
    name: nameOf(account),
    state: state ?? 'active',
    proved: addresses?.some(({ verified }) => verified) ?? false,
    methods: Object.keys(credentials ?? {}),
    ...(schema && { schema }),
    ...(address !== undefined && { address }),
  };
};
