import type { GetIdentityIncludeCredentialEnum } from '@ory/client';
import * as z from 'zod';
import type { OwnCredentials } from '../../shared/credentials.ts';
import { PortalError } from '../http/PortalError.ts';
import { identityRequests } from './requests.ts';
import { storedCredential, storedIdentity } from './storedIdentity.ts';
import { suspendedKinds, unconfirmedKinds } from './trust.ts';
import type { Transport } from './transport.ts';

/** Converts base64 to hexadecimal digits. */
const hexOf = (text: string): string => Buffer.from(text, 'base64').toString('hex');

/** An identity whose details are left out one by one if they cannot be read. */
const identity = storedIdentity.extend({
  id: z.string().catch(''),
  credentials: z.record(z.string(), storedCredential.catch({})).nullish(),
});

/** The kinds whose content is requested; for the others Kratos only says that they exist. */
const included: GetIdentityIncludeCredentialEnum[] = ['password', 'lookup_secret', 'webauthn', 'passkey'];

/** The AAGUID of an authenticator that does not name its model. */
const noModel = '00000000-0000-0000-0000-000000000000';

const uuid = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/**
 * Returns what the settings show of an identity from Kratos' admin API.
 *
 * @param presented the credentials of the user's session
 */
function summary(account: z.output<typeof identity>, presented: readonly string[]): OwnCredentials {
  const { password, oidc, totp, lookup_secret: lookup, webauthn, passkey } = account.credentials ?? {};
  const codes = lookup?.config?.recovery_codes ?? [];
  const uses = codes
    .map(({ used_at: at }) => at)
    .filter((at) => typeof at === 'string' && Date.parse(at) > 0);
  const lastUsed = uses.toSorted().at(-1);
  const models = [webauthn, passkey].flatMap((kind) =>
    (kind?.config?.credentials ?? []).map(({ id, authenticator }) => [
      hexOf(id),
      uuid(hexOf(authenticator?.aaguid ?? '')),
    ]),
  );
  return {
    password:
      Boolean(password?.config?.hashed_password) || password?.config?.use_password_migration_hook === true,
    social: (oidc?.identifiers?.length ?? 0) > 0,
    securityKeys: webauthn?.config?.credentials?.length ?? 0,
    passkeys: passkey?.config?.credentials?.length ?? 0,
    ...(totp?.created_at !== undefined && { totpSince: totp.created_at }),
    ...(codes.length > 0 && {
      backupCodes: {
        left: codes.length - uses.length,
        used: uses.length,
        ...(typeof lastUsed === 'string' && { lastUsed }),
      },
    }),
    unconfirmed: unconfirmedKinds(account),
    suspended: suspendedKinds(account, presented),
    authenticators: Object.fromEntries(
      models.filter(([, model]) => model !== '' && model !== noModel),
    ) as Record<string, string>,
  };
}

/** Deadline for the call, in milliseconds, whatever the settings say: the page works without it. */
const deadlineMs = 2000;

/**
 * Reads an identity's credentials, as far as the settings show them; undefined if Kratos gives no usable answer.
 *
 * @param presented the credentials that its session has begun with
 */
export type ReadCredentials = (
  identityId: string,
  presented: readonly string[],
) => Promise<OwnCredentials | undefined>;

/** Creates the function that reads credentials from one Kratos. @param transport calls its admin URL */
export const readCredentials =
  (transport: Transport): ReadCredentials =>
  async (identityId, presented) => {
    try {
      const request = identityRequests.getIdentity(identityId, included);
      const { status, body } = await transport.send(request, { deadlineMs });
      const found = status === 200 ? identity.safeParse(body).data : undefined;
      return found && summary(found, presented);
    } catch (problem) {
      if (problem instanceof PortalError) return undefined;
      throw problem;
    }
  };
