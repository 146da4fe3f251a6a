import type { MakeMemory } from './stores.ts';

const minutesMs = 60_000;
const daysMs = 24 * 60 * minutesMs;

/** How long Kratos accepts an authenticator app's code: its own half minute, the one before and the one after. */
const totpWindowMs = 1.5 * minutesMs;
/** How long an address from which somebody signed in counts as theirs. */
const knownMs = 30 * daysMs;
/** Longer than any flow lives. */
const flowMs = daysMs;

/** How many accounts one session or flow counts for. */
const mostAccounts = 4;

/** What the limits remember of earlier forms, by hashed keys. Each rejects when its store fails. */
export interface FormMemory {
  /** Those of these places (an account at an address) where the account's owner has signed in. */
  homesAmong: (places: readonly string[]) => Promise<Set<string>>;
  addHomes: (places: readonly string[]) => Promise<void>;
  /** Whether a flow has sent each of these mails. */
  areSent: (mails: readonly string[]) => Promise<boolean>;
  addSent: (mails: readonly string[]) => Promise<void>;
  /** Takes the codes of authenticator apps, all or none; returns whether none of them was taken before. */
  takeCodes: (codes: readonly string[]) => Promise<boolean>;
  /** Returns codes that turned out to be wrong. */
  returnCodes: (codes: readonly string[]) => Promise<void>;
  /** The accounts of sessions and flows, as far as earlier forms named them. */
  accountsOf: (keys: readonly string[]) => Promise<string[]>;
  /** Remembers the accounts of sessions or flows. */
  link: (keys: readonly string[], to: readonly string[]) => Promise<void>;
}

/**
 * Creates the memory of the limits on forms.
 *
 * @param make makes the memory for each kind of thing
 */
export function createMemory(make: MakeMemory): FormMemory {
  const homes = make('homes', knownMs);
  const sent = make('sent', flowMs);
  const codes = make('codes', totpWindowMs);
  const accounts = make('accounts', knownMs);

  const known = async (memory: typeof homes, keys: readonly string[]): Promise<string[]> => {
    const texts = await Promise.all(keys.map(async (key) => memory.get(key)));
    return keys.filter((_key, at) => texts[at] !== undefined);
  };
  const addAll = async (memory: typeof homes, keys: readonly string[]): Promise<void> => {
    await Promise.all(keys.map(async (key) => memory.set(key, '')));
  };
  const returnCodes = async (taken: readonly string[]): Promise<void> => {
    await Promise.all(taken.map(async (code) => codes.delete(code)));
  };
  const accountsOf = async (keys: readonly string[]): Promise<string[]> => {
    const lists = await Promise.all(keys.map(async (key) => accounts.get(key)));
    return lists.flatMap((list) => list?.split(' ') ?? []);
  };

  return {
    homesAmong: async (places) => new Set(await known(homes, places)),
    addHomes: (places) => addAll(homes, places),
    areSent: async (mails) => (await known(sent, mails)).length === mails.length,
    addSent: (mails) => addAll(sent, mails),
    takeCodes: async (wanted) => {
      const isFree = await Promise.all(wanted.map(async (code) => codes.add(code, '')));
      if (isFree.every(Boolean)) return true;
      await returnCodes(wanted.filter((_code, at) => isFree[at]));
      return false;
    },
    returnCodes,
    accountsOf,
    link: async (keys, to) => {
      if (to.length === 0) return;
      await Promise.all(
        keys.map(async (key) => {
          const all = new Set([...to, ...(await accountsOf([key]))]);
          await accounts.set(key, [...all].slice(0, mostAccounts).join(' '));
        }),
      );
    },
  };
}
