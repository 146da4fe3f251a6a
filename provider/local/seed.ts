import { refuseProduction } from './refuseProduction.ts';

/** A sample account to sign in with. */
export interface SeededAccount {
  email: string;
  password: string;
  is: string;
}

type SampleAccount = SeededAccount & { traits: Record<string, unknown> };

/** The accounts of a local portal. */
export const sampleAccounts: SampleAccount[] = [
  {
    email: 'user@portal.example',
    password: 'lub-dub-lub-dub',
    is: 'a user',
    traits: { name: { first: 'Rene', last: 'Hyacinthe' }, doctor: false, locale: 'en' },
  },
  {
    email: 'admin@portal.example',
    password: 'systole-diastole',
    is: 'an admin, once a second factor is set up',
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

/** The admin of a local portal. */
export const seededAdmin = 'admin@portal.example';

/**
 * Creates the sample accounts, with a verified address and a password. Existing ones are left as they are.
 *
 * @param adminUrl Kratos' admin URL
 * @param portalUrl the portal's origin
 * @returns the accounts
 * @throws Error in production, and when Kratos refuses
 */
export async function seed(adminUrl: string, portalUrl: string): Promise<SeededAccount[]> {
  refuseProduction(portalUrl);
  for (const account of sampleAccounts) {
    const answer = await fetch(`${adminUrl}/admin/identities`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(identity(account)),
    });
    if (!answer.ok && answer.status !== 409)
      throw new Error(
        `Kratos refused to make ${account.email}: ${answer.status} ${(await answer.text()).replace(/\s+/g, ' ')}`,
      );
  }
  return sampleAccounts.map(({ email, password, is }) => ({ email, password, is }));
}
