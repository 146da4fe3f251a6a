import * as z from 'zod';
import { upstreamFailed } from '../../server/upstreams/upstreamErrors.ts';
import { fewAtATime } from '../../server/upstreams/fewAtATime.ts';
import type { Identities } from '../../server/upstreams/identities.ts';
import { nextPageToken } from '../../server/upstreams/nextPageToken.ts';
import { identityRequests } from '../../server/upstreams/requests.ts';
import { storedIdentity, type StoredIdentity } from '../../server/upstreams/storedIdentity.ts';
import type { Transport } from '../../server/upstreams/transport.ts';
import { lowerCaseAddresses, credentialIds, trustOf, untrusted } from '../../server/upstreams/trust.ts';

/** How many accounts are listed at a time. */
const pageSize = 250;

/** How long a page may take, in milliseconds. */
const deadlineMs = 60_000;

const page = z.array(storedIdentity);

/** Whether nobody has proved any of an account's addresses, and the portal keeps no record about it. */
const isUnmarked = (account: StoredIdentity): boolean =>
  trustOf(account) === undefined &&
  lowerCaseAddresses(account, true).length === 0 &&
  lowerCaseAddresses(account, false).length > 0;

/** Returns all accounts, a page at a time. @throws PortalError 502 or 504 if Kratos does not list them */
async function* pages(transport: Transport): AsyncGenerator<z.output<typeof page>> {
  const [perPage, number]: undefined[] = [];
  let token: string | undefined;
  do {
    const request = identityRequests.listIdentities(perPage, number, pageSize, token);
    const { status, body, headers } = await transport.send(request, { deadlineMs });
    const { data } = page.safeParse(body);
    if (status !== 200 || data === undefined) throw upstreamFailed();
    yield data;
    token = nextPageToken(headers.link);
  } while (token !== undefined);
}

/**
 * Marks the accounts that have credentials and an address, and nobody has proved any address. Each is read again just
 * before it is marked.
 *
 * @throws PortalError 502 or 504 if Kratos refuses a call or gives no usable answer
 */
export async function markAccounts(
  transport: Transport,
  identities: Identities,
  isDryRun: boolean,
): Promise<{ checked: number; found: number; marked: number }> {
  const counts = { checked: 0, found: 0, marked: 0 };
  for await (const listed of pages(transport)) {
    counts.checked += listed.length;
    await fewAtATime(listed.filter(isUnmarked), async ({ id }) => {
      const account = await identities.get(id);
      if (!isUnmarked(account) || credentialIds(account).length === 0) return;
      counts.found += 1;
      if (isDryRun) return;
      await identities.setTrust(account, untrusted(account));
      counts.marked += 1;
    });
  }
  return counts;
}
