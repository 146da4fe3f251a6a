import { refuseProduction } from './refuseProduction.ts';

/** A sample account to sign in with. */
export interface SeededAccount {
  /** Its id, if Kratos returns it. */
  id: string | undefined;
  email: string;
  password: string;
  is: string;
  isAdmin: boolean;
}

type SampleAccount = Omit<SeededAccount, 'id'> & { traits: Record<string, unknown> };

/** The accounts of a local portal. */
export const sampleAccounts: SampleAccount[] = [
  {
    email: 'user@portal.example',
    password: 'lub-dub-lub-dub',
    is: 'a user',
    isAdmin: false,
    traits: { name: { first: 'Rene', last: 'Hyacinthe' }, doctor: false, locale: 'en' },
  },
  {
    email: 'admin@portal.example',
    password: 'systole-diastole',
    is: 'an admin, once a second factor is set up',
    isAdmin: true,
    traits: { name: { first: 'Marie', last: 'Laennec' }, doctor: true, locale: 'en' },
  },
];

const identity = ({ email, password, traits }: SampleAccount): object => ({
  schema_id: 'default',
  state: 'active',
  traits: { email, tos: true, ...traits },
  credentials: { password: { config: { password } } },
  verifiable_addresses: [{ value: email, via: 'email', verified: true, status: 'completed' }],
});

interface Identity {
  id?: string;
}

/** Returns the id of an existing account. */
async function existingId(adminUrl: string, email: string): Promise<string | undefined> {
  const query = new URLSearchParams({ credentials_identifier: email });
  const answer = await fetch(`${adminUrl}/admin/identities?${query.toString()}`);
  const found = answer.ok ? ((await answer.json()) as Identity[]) : [];
  return found[0]?.id;
}

/**
 * Creates the sample accounts, with a verified address and a password. Existing ones are not changed.
 *
 * @returns the accounts
 * @throws Error in production, and when Kratos refuses
 */
export async function seed(adminUrl: string, portalUrl: string): Promise<SeededAccount[]> {
  refuseProduction(portalUrl);
  const accounts: SeededAccount[] = [];
  for (const account of sampleAccounts) {
    const { email, password, is, isAdmin } = account;
    const answer = await fetch(`${adminUrl}/admin/identities`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(identity(account)),
    });
    if (!answer.ok && answer.status !== 409)
      throw new Error(
        `Kratos refused to create ${email}: ${answer.status} ${(await answer.text()).replace(/\s+/g, ' ')}`,
      );
    const id = answer.ok ? ((await answer.json()) as Identity).id : await existingId(adminUrl, email);
    accounts.push({ id, email, password, is, isAdmin });
  }
  return accounts;
}
