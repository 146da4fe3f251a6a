import { setTimeout as pause } from 'node:timers/promises';
import { doneAnchor } from '../../shared/flow/settingsChange.ts';
import type { TestIdentity } from '../../test/support/identities.ts';
import { heading } from './browser.ts';
import { logOut, signIn, type Visit } from './visits.ts';

/** An account's changes. */
interface Changes {
  /** The last change that was answered with success. */
  saved?: string;
  /** Those after it without such an answer, which may have been made or not. */
  unanswered: string[];
}

/** The mark of the settings after a change that was made. */
const success = new RegExp(`id="${doneAnchor}"`);

const retryInterval = 100;

/** Reads the first name that Kratos has stored; waits while it is down. */
async function storedName(adminUrl: string, { id }: TestIdentity): Promise<string | undefined> {
  for (;;) {
    const answer = await fetch(`${adminUrl}/admin/identities/${id}`).catch(() => undefined);
    if (answer?.ok) {
      const { traits } = (await answer.json()) as { traits: { name?: { first?: string } } };
      return traits.name?.first;
    }
    await pause(retryInterval);
  }
}

/** Visits that change the profile, and the proof that no change was lost. */
export interface KeptPosts {
  visit: Visit;
  /** How many changes were answered with success. */
  readonly saved: number;
  /** How many of them Kratos does not have: it is asked after each, and again for the last ones of each account. */
  lost: () => Promise<number>;
}

/** Prepares visits that sign in, change the profile and log out. @param adminUrl Kratos' admin URL, without faults */
export function keptPosts(adminUrl: string): KeptPosts {
  const changes = new Map<TestIdentity, Changes>();
  let [attempts, saved, lost] = [0, 0, 0];
  const isLost = async (account: TestIdentity, { saved: name, unanswered }: Changes): Promise<boolean> => {
    const stored = await storedName(adminUrl, account);
    return stored !== name && !unanswered.includes(stored ?? '');
  };
  return {
    get saved() {
      return saved;
    },
    visit: {
      name: 'sign-in, change of the profile, logout',
      async run(browser, account) {
        await signIn(browser, account);
        const page = await browser.open('settings', '/settings', heading('Account Settings'));
        const name = `Ada ${(attempts += 1)}`;
        const made = changes.get(account) ?? { unanswered: [] };
        changes.set(account, made);
        made.unanswered.push(name);
        const fields = { 'traits.name.first': name, method: 'profile' };
        await browser.submit('change, settings', page, ['traits.name.first', fields], success);
        Object.assign(made, { saved: name, unanswered: [] });
        saved += 1;
        if (await isLost(account, made)) lost += 1;
        await logOut(browser);
      },
    },
    async lost() {
      for (const [account, made] of changes)
        if (made.saved !== undefined && (await isLost(account, made))) lost += 1;
      changes.clear();
      return lost;
    },
  };
}
