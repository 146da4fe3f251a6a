import { createHmac } from 'node:crypto';
import { localAccounts } from '../../settings/inProduction.ts';
import { PortalError } from '../../http/PortalError.ts';
import { type CheckedKratos, type CheckSettings, connectToCheck } from './checkedKratos.ts';
import { danger, type Finding, notice } from './finding.ts';
import { identitiesOf } from './identities.ts';
import { unprovedSignIn } from './unprovedSignIn.ts';
import { fieldsOf, textIn } from '../../../shared/fields.ts';

/** The releases of Kratos that the portal supports; docs/operating.md names them. */
const supported = ['v25.4', 'v26.2'];

/** Reports a release of Kratos that the portal does not support. */
async function supportedRelease({ callAdmin }: CheckedKratos): Promise<Finding[]> {
  const answer = await callAdmin?.({ url: '/admin/version', options: {} });
  const release = textIn(fieldsOf(answer?.body).version) ?? '';
  if (!/^v\d/.test(release) || supported.some((one) => release.startsWith(`${one}.`))) return [];
  return [
    notice(`Kratos ${release} is running, which the portal does not support: run ${supported.join(' or ')}.`),
  ];
}

/** Reserved: no mail ever arrives there (RFC 2606, section 2). */
const domain = 'portal-check.invalid';

/** Returns the throwaway identity's address: one for all replicas, so that one checks at a time, and no guess. */
const addressOf = ({ COOKIE_SECRET: secret }: CheckSettings): string =>
  `${createHmac('sha256', secret).update('throwaway identity').digest('hex').slice(0, 24)}@${domain}`;

/** Returns the finding of a check that ended early. */
const uncheckable = (problem: unknown): Finding =>
  problem instanceof PortalError
    ? notice('The provider could not be checked: it does not answer.', 'undecided')
    : notice('The provider could not be checked: the check does not recognise its answer.');

/** Finds the accounts that `npm start` creates. */
async function localAccountsIn({ callAdmin }: CheckedKratos): Promise<Finding[]> {
  if (!callAdmin) return [];
  const found: Finding[] = [];
  for (const account of localAccounts)
    if ((await identitiesOf(callAdmin, account)).length > 0)
      found.push(danger(`The account ${account} exists, and its password is published. Delete it.`));
  return found;
}

/** A check of a running provider. */
export type Check = (kratos: CheckedKratos, address: string, settings: CheckSettings) => Promise<Finding[]>;

/** The checks that mail nothing, leave nothing behind and may run at every start. */
const harmless: Check[] = [unprovedSignIn];
/** Those of them that only matter in production. */
const inProduction: Check[] = [supportedRelease, localAccountsIn];

/**
 * Checks the provider that the settings name.
 *
 * @param more further checks, after those that may run at every start
 * @returns the findings; only one notice if the provider does not answer. Never rejects
 */
export async function checkProvider(settings: CheckSettings, more: Check[] = []): Promise<Finding[]> {
  const kratos = connectToCheck(settings);
  const findings: Finding[] = [];
  const production = settings.NODE_ENV === 'production' ? inProduction : [];
  try {
    for (const check of [...harmless, ...production, ...more])
      findings.push(...(await check(kratos, addressOf(settings), settings)));
  } catch (problem) {
    findings.push(uncheckable(problem));
  } finally {
    kratos.close();
  }
  return findings;
}
