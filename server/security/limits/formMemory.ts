import type { MakeMemory } from './stores.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** How long Kratos accepts an authenticator app's code: its own half minute, the one before and the one after. */
const totpWindowMs = 1.5 * minuteMs;
/** How long the limits trust an address from which an account's owner signed in. */
const trustMs = 30 * dayMs;
/** How long a recipient who was mailed from an address is not counted there again. */
const mailedMs = 60 * minuteMs;
/** Longer than any flow lasts. */
const sentMs = dayMs;

/** How many accounts one session or flow counts for. */
const maxAccounts = 4;

/** The memory of earlier forms, by hashed keys. Each function rejects when its store fails. */
export interface FormMemory {
  /** Filters keys of accounts at an address: returns those where the account's owner has signed in. */
  trustedAmong: (keys: readonly string[]) => Promise<Set<string>>;
  trust: (keys: readonly string[]) => Promise<void>;
  /** Whether a flow has sent each of these mails. */
  areSent: (mails: readonly string[]) => Promise<boolean>;
  addSent: (mails: readonly string[]) => Promise<void>;
  /** Filters keys of recipients at an address: returns those mailed from there within the last hour. */
  mailedAmong: (keys: readonly string[]) => Promise<Set<string>>;
  /** Remembers them, and returns those that were not remembered yet. */
  addMailed: (keys: readonly string[]) => Promise<Set<string>>;
  forgetMailed: (keys: readonly string[]) => Promise<void>;
  /** Marks the codes of authenticator apps as used, all or none; returns whether none of them was used before. */
  takeCodes: (codes: readonly string[]) => Promise<boolean>;
  /** Marks codes as unused again after they turned out to be wrong. */
  returnCodes: (codes: readonly string[]) => Promise<void>;
  /** Returns the accounts of sessions and flows, as far as earlier forms named them. */
  accountsOf: (keys: readonly string[]) => Promise<string[]>;
  /** Remembers the accounts of sessions or flows. */
  link: (keys: readonly string[], accounts: readonly string[]) => Promise<void>;
}

/**
 * Creates the memory of the limits on forms.
 *
 * @param make creates a memory for each kind of entry
 */
export function createFormMemory(make: MakeMemory): FormMemory {
  const trusted = make('trusted', trustMs);
  const sent = make('sent', sentMs);
  const mailed = make('mailed', mailedMs);
  const codes = make('codes', totpWindowMs);
  const accounts = make('accounts', trustMs);

  const present = async (memory: typeof trusted, keys: readonly string[]): Promise<string[]> => {
    const texts = await Promise.all(keys.map(async (key) => memory.get(key)));
    return keys.filter((_key, at) => texts[at] !== undefined);
  };
  const addAll = async (memory: typeof trusted, keys: readonly string[]): Promise<void> => {
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
    trustedAmong: async (keys) => new Set(await present(trusted, keys)),
    trust: (keys) => addAll(trusted, keys),
    areSent: async (mails) => (await present(sent, mails)).length === mails.length,
    addSent: (mails) => addAll(sent, mails),
    mailedAmong: async (keys) => new Set(await present(mailed, keys)),
    addMailed: async (keys) => {
      const isNew = await Promise.all(keys.map(async (key) => mailed.add(key, '')));
      return new Set(keys.filter((_key, at) => isNew[at]));
    },
    forgetMailed: async (keys) => {
      await Promise.all(keys.map(async (key) => mailed.delete(key)));
    },
    takeCodes: async (wanted) => {
      const isFree = await Promise.all(wanted.map(async (code) => codes.add(code, '')));
      if (isFree.every(Boolean)) return true;
      await returnCodes(wanted.filter((_code, at) => isFree[at]));
      return false;
    },
    returnCodes,
    accountsOf,
    link: async (keys, linked) => {
      if (linked.length === 0) return;
      await Promise.all(
        keys.map(async (key) => {
          const all = new Set([...linked, ...(await accountsOf([key]))]);
          await accounts.set(key, [...all].slice(0, maxAccounts).join(' '));
        }),
      );
    },
  };
}
