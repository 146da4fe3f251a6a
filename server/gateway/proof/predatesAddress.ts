import { textIn } from '../../../shared/fields.ts';
import type { StoredIdentity } from '../../provider/identities.ts';
import type { ReviewedCall } from './reviewedCall.ts';
import { flowOf, type FlowForm } from './suspects.ts';

/** The time of an ISO 8601 text; NaN for anything else. */
const timeIn = (text: unknown): number => Date.parse(textIn(text) ?? '');

/**
 * Whether a sign-in began before its account got one of its addresses. Kratos accepts a sign-in's code for the
 * account, whatever address it was mailed to: one mailed to a former address would still sign in, although somebody
 * else has proved the new one.
 */
export async function predatesAddress(
  accounts: readonly StoredIdentity[],
  form: FlowForm,
  { sent, send }: Pick<ReviewedCall, 'sent' | 'send'>,
): Promise<boolean> {
  const made = accounts
    .flatMap(({ verifiable_addresses: addresses }) => addresses ?? [])
    .map(({ created_at: created }) => timeIn(created))
    .filter((time) => !Number.isNaN(time));
  if (made.length === 0) return false;
  const { issued_at: issued } = await flowOf(form, sent, send);
  return !(timeIn(issued) >= Math.max(...made));
}
