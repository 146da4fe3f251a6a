import { randomBytes } from 'node:crypto';
import type { DeleteIdentityCredentialsTypeEnum as CredentialKind } from '@ory/client';
import { classify } from '../../shared/flow/classify.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';
import type { ApplicationAct, PersonAct } from '../../shared/console/acts.ts';
import type { ShownSecret } from '../../shared/console/pages.ts';
import { planDeletion } from '../deletions/planDeletion.ts';
import { malformedRequest, notConfigured } from '../http/errors.ts';
import type { Happened } from '../store/events.ts';
import type { LimitedHelp } from '../security/limits/helpLimits.ts';
import { cookiePair } from '../security/cookies/cookieHeaders.ts';
import { mailError } from '../store/outbox.ts';
import { recipientOf } from '../store/recipient.ts';
import { catalogue, type OperationName } from '../operations/catalogue.ts';
import type { Refusal } from '../upstreams/identities.ts';
import { fieldValue } from '../upstreams/fieldValue.ts';
import { frontendRequests } from '../upstreams/requests.ts';
import { hasCredential, identifiersIn, type StoredIdentity } from '../upstreams/storedIdentity.ts';
import { secondFactors, withDeletion } from '../upstreams/trust.ts';
import { upstreamFailed } from '../upstreams/upstreamErrors.ts';
import { allowedClient } from './itemName.ts';
import type { ConsoleNeeds } from './needs.ts';

const secretBytes = 24;

/** The same act as a call of the provider, for scripts. */
export interface ProviderCall {
  operation: OperationName;
  /** The values of its path. */
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
}

/** What an act has done. */
export interface Made {
  /** What was there before and is there now, for the log; never a secret. */
  before?: unknown;
  after?: unknown;
  /** What it is about, if it did not exist before. */
  target?: string;
  /** Why Kratos does not take it. */
  refusal?: Refusal | undefined;
  /** A secret that is shown once. */
  secret?: ShownSecret;
  /** What the person's history says; by default that an administrator has made the call, and for null nothing. */
  happened?: Happened | null;
  /** The notice of another act, if it says better what has come of this one. */
  done?: string;
}

/** How an act is made. */
interface Act<Target> {
  /** The limit that it counts towards. */
  limit?: LimitedHelp;
  make: (needs: ConsoleNeeds, target: Target, item: string) => Promise<Made>;
  /** Undefined if no single call does the same. */
  call?: (target: Target, item: string) => ProviderCall;
}

/**
 * Has Kratos mail a code that proves an address, as a browser does: its link works in any other one.
 *
 * @throws PortalError 502 if it does not
 */
export async function mailVerification({ provider: { kratos } }: ConsoleNeeds, email: string): Promise<Made> {
  const begun = await kratos.answer(frontendRequests.createBrowserVerificationFlow());
  const outcome = classify('verification', begun);
  if (outcome.kind !== 'flow') throw upstreamFailed();
  const { flow } = outcome;
  const token = fieldValue(flow, nodeName.csrfToken);
  const form = { method: 'code', email, csrf_token: token } as const;
  const cookie = begun.setCookie.map(cookiePair).join('; ');
  const { status } = await kratos.answer(frontendRequests.updateVerificationFlow(flow.id, form), { cookie });
  if (status !== 200) throw upstreamFailed();
  return { after: { address: email }, happened: { kind: 'codeMailed', about: { address: email } } };
}

/**
 * Mails somebody a code that recovers their account, with the page to enter it. Kratos' own mail would not do: it has no address of
 * its flow, and only the browser that began it could use its code.
 *
 * @throws PortalError 501 where there is no mail server, 502 if it is not sent
 */
export async function mailRecoveryCode(
  { identities, mailRecovery, store }: ConsoleNeeds,
  account: StoredIdentity,
): Promise<Made> {
  const address = recoveryAddress(account);
  if (address === undefined) throw malformedRequest();
  if (!mailRecovery) throw notConfigured('SMTP_URL');
  const { recovery_link: link, recovery_code: code } = await identities.recoveryCode(account.id);
  const { locale } = recipientOf(account, undefined);
  const keep = (error: string): Promise<unknown> =>
    store.mails.keep({ identity: account.id, address, error }).catch(() => undefined);
  try {
    await mailRecovery({ address, locale }, { code, link });
  } catch (error) {
    await keep(mailError(error));
    throw upstreamFailed();
  }
  await keep('');
  return { after: { address }, happened: recoveryCreated };
}

/** What the history says of a code that an administrator has made. */
const recoveryCreated: Happened = {
  kind: 'changedByAdmin',
  about: { operation: 'createRecoveryCodeForIdentity' },
};

/** Returns the address that recovers an account. */
const recoveryAddress = ({ recovery_addresses: all }: StoredIdentity): string | undefined =>
  (all ?? []).find(({ value }) => value.includes('@'))?.value;

const stateCall =
  (state: string) =>
  ({ id }: StoredIdentity): ProviderCall => ({
    operation: 'patchIdentity',
    path: { id },
    body: [{ op: 'replace', path: '/state', value: state }],
  });

/** Splits `oidc:google:123` into a kind and what tells the credential from others of it. */
function credentialIn(item: string): [kind: CredentialKind, identifier: string | undefined] {
  const [kind = '', ...rest] = item.split(':');
  return [kind as CredentialKind, rest.length > 0 ? rest.join(':') : undefined];
}

const removal = ({ id }: StoredIdentity, item: string): ProviderCall => {
  const [type, identifier] = credentialIn(item);
  return {
    operation: 'deleteIdentityCredentials',
    path: { id, type },
    ...(identifier !== undefined && { query: { identifier } }),
  };
};

/** How each act on a person is made. */
export const personActions: Record<PersonAct, Act<StoredIdentity>> = {
  mailRecoveryCode: {
    limit: 'help mail',
    make: mailRecoveryCode,
  },
  mailVerificationCode: {
    limit: 'help mail',
    make: (needs, account, item) => {
      const address = account.verifiable_addresses?.find(({ value }) => value === item)?.value;
      if (address === undefined) throw malformedRequest();
      return mailVerification(needs, address);
    },
  },
  showRecoveryCode: {
    make: async ({ identities }, { id }) => {
      const {
        recovery_link: link,
        recovery_code: secret,
        expires_at: until,
      } = await identities.recoveryCode(id);
      return { secret: { secret, link, ...(until != null && { until }) } };
    },
    call: ({ id }) => ({ operation: 'createRecoveryCodeForIdentity', body: { identity_id: id } }),
  },
  liftLimits: {
    limit: 'help lift',
    make: async ({ limits }, account) => {
      await limits?.lockouts.lift(identifiersIn(account));
      return { happened: { kind: 'limitsLifted' } };
    },
    call: ({ id }) => ({ operation: 'liftIdentityLimits', path: { id } }),
  },
  activate: {
    make: async ({ identities }, { id, state }) => {
      await identities.setState(id, 'active');
      return { before: { state }, after: { state: 'active' } };
    },
    call: stateCall('active'),
  },
  deactivate: {
    make: async ({ identities }, { id, state }) => {
      await identities.setState(id, 'inactive');
      await identities.endSessions(id, undefined);
      return { before: { state }, after: { state: 'inactive' } };
    },
    call: stateCall('inactive'),
  },
  endSession: {
    make: async ({ identities }, { id }, item) => {
      // Kratos would end anybody's
      const session = await identities.session(item);
      if (session && session.identity?.id !== id) throw malformedRequest();
      if (!session?.active)
        return { after: { session: 'ended before' }, happened: null, done: 'endSessionOver' };
      await identities.endSession(item);
      return { before: { session: item } };
    },
    call: (_account, id) => ({ operation: 'disableSession', path: { id } }),
  },
  endSessions: {
    make: async ({ identities, provider }, { id }) => {
      await identities.endSessions(id, undefined);
      await provider.hydra?.grants.endLogins(id);
      return {};
    },
    call: ({ id }) => ({ operation: 'deleteIdentitySessions', path: { id } }),
  },
  removeSecondFactor: {
    make: async ({ identities }, account, item) => {
      const kind = secondFactors.find((one) => one === item);
      if (!kind || !hasCredential(account, kind)) throw malformedRequest();
      await identities.removeCredential(account.id, kind);
      return { before: { credential: kind } };
    },
    call: removal,
  },
  removeCredential: {
    make: async ({ identities }, account, item) => {
      const [kind, identifier] = credentialIn(item);
      const isTheirs = Object.hasOwn(account.credentials ?? {}, kind) && hasCredential(account, kind);
      const identifiers = account.credentials?.[kind]?.identifiers;
      if (!isTheirs || (identifier !== undefined && !identifiers?.includes(identifier)))
        throw malformedRequest();
      await identities.removeCredential(account.id, kind, identifier);
      return { before: { credential: item } };
    },
    call: removal,
  },
  withdrawApplication: {
    make: async ({ provider }, { id }, client) => {
      if (!(await allowedClient(provider.hydra, id, client))) throw malformedRequest();
      await provider.hydra?.grants.revoke(id, { client });
      return { before: { application: client } };
    },
    call: ({ id }, client) => ({
      operation: 'revokeOAuth2ConsentSessions',
      query: { subject: id, client },
    }),
  },
  cancelDeletion: {
    make: async ({ identities }, account) => {
      await identities.setTrust(account, withDeletion(account, undefined));
      return { happened: { kind: 'deletionCancelled' } };
    },
  },
  deletePerson: {
    make: async ({ identities, provider, store, settings }, account) => {
      const due = await planDeletion(
        account.id,
        { graceDays: settings.DELETION_GRACE_DAYS, recipient: recipientOf(account, undefined) },
        { identities, hydra: provider.hydra, store },
      );
      const until = new Date(due).toISOString();
      return { after: { deletion: until }, happened: { kind: 'deletionAsked', about: { until } } };
    },
    call: ({ id }) => ({ operation: 'deleteIdentity', path: { id } }),
  },
};

/** An application that an act is about. */
export interface Application {
  id: string;
  name: string;
}

/** How each act on an application is made. */
export const applicationActions: Record<ApplicationAct, Act<Application>> = {
  endTokens: {
    make: async ({ provider }, { id }) => {
      await provider.hydra?.endTokens(id);
      return {};
    },
    call: ({ id }) => ({ operation: 'deleteOAuth2Token', query: { client_id: id } }),
  },
  rotateSecret: {
    make: async ({ provider }, { id }) => {
      const secret = randomBytes(secretBytes).toString('base64url');
      if (!(await provider.hydra?.rotateSecret(id, secret))) throw upstreamFailed();
      return { secret: { secret } };
    },
  },
};

/** Writes a call for a shell and for @ory/client, with a placeholder for the token. */
export function copiedCall(
  { operation, path = {}, query, body }: ProviderCall,
  portalUrl: string,
): { curl: string; client: string } | undefined {
  const row = catalogue.find((one) => one.operation === operation);
  if (!row) return undefined;
  const filled = row.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  );
  const search = query ? `?${new URLSearchParams(query).toString()}` : '';
  const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const data = body === undefined ? '' : ` \\\n  --json ${quoted(JSON.stringify(body))}`;
  const given = [
    ...Object.entries({ ...path, ...query }).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    ...(body === undefined ? [] : [`${row.body?.argument ?? 'body'}: ${JSON.stringify(body)}`]),
  ].join(', ');
  return {
    curl: `curl -X ${row.method} -H "Authorization: Bearer $TOKEN"${data} \\\n  ${quoted(portalUrl + filled + search)}`,
    client: `await ${row.api}.${operation}({ ${given} })`,
  };
}
