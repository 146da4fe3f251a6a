import * as z from 'zod';
import { identityRequests } from './requests.ts';
import type { Transport } from './transport.ts';

/** A point in time, in milliseconds. */
const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

/** Kratos' admin API lists all credentials of an identity, including those without content. */
const account = z.object({
  credentials: z.record(
    z.string(),
    z.object({ created_at: time, identifiers: z.array(z.string()).nullish() }),
  ),
  verifiable_addresses: z.array(
    z.object({ value: z.string(), via: z.string(), verified: z.boolean(), verified_at: time.nullish() }),
  ),
});

/** The times at which an identity's credentials were created, by kind, and its addresses proved. */
export type AccountHistory = z.output<typeof account>;

/**
 * Reads an identity's history.
 *
 * @returns undefined if Kratos does not know the identity, or omits parts of its history
 * @throws PortalError 502 or 504 when Kratos gives no answer
 */
export type ReadAccountHistory = (identityId: string) => Promise<AccountHistory | undefined>;

interface AccountHistoryOptions {
  /** Calls Kratos' admin URL. */
  transport: Transport;
  /** How long a call may take, in milliseconds; 0 means no limit. */
  timeoutMs: number;
}

/** Creates the function that reads the history of the identities of one Kratos. */
export const readAccountHistory =
  ({ transport, timeoutMs }: AccountHistoryOptions): ReadAccountHistory =>
  async (identityId) => {
    const request = identityRequests.getIdentity(identityId);
    const { status, body } = await transport.send(request, { deadlineMs: timeoutMs });
    return status === 200 ? account.safeParse(body).data : undefined;
  };
