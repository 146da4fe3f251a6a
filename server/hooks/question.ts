import * as z from 'zod';
import type { StoredIdentity } from '../upstreams/storedIdentity.ts';
import { trustOf } from '../upstreams/trust.ts';
import type { AdminSession, Kratos } from '../upstreams/kratos.ts';
import type { ProviderCookies } from '../security/cookies/providerCookies.ts';

/** Asks whose session the browser has; undefined for none, and for another account's. */
export const ownSession =
  (kratos: Pick<Kratos, 'whoami'>, cookies: ProviderCookies) =>
  async (asked: Question): Promise<AdminSession | undefined> => {
    const cookie = cookies.session(cookieHeader(asked));
    const session = cookie === undefined ? 'none' : await kratos.whoami({ Cookie: cookie });
    return typeof session === 'object' && session.identity.id === asked.identity.id ? session : undefined;
  };

/** Asks Kratos for the session of the account's own browser. */
export type SessionOf = ReturnType<typeof ownSession>;

/** The moments at which Kratos asks, each at a path of its own. */
export const moments = [
  'registration',
  'registered',
  'login',
  'verification',
  'recovery',
  'profile',
  'password',
  'settings',
] as const;

/** A moment at which Kratos asks. */
export type Moment = (typeof moments)[number];

const address = z.object({
  value: z.string(),
  verified: z.boolean().catch(false),
  created_at: z.string().nullish(),
});

/** The body that provider/kratos/hooks.jsonnet sends. */
export const question = z.object({
  flow: z.object({
    id: z.string().min(1),
    type: z.string().nullish(),
    active: z.string().nullish(),
    refresh: z.boolean().nullish(),
    requested_aal: z.string().nullish(),
    request_url: z.string().nullish(),
    issued_at: z.string().nullish(),
    /** Hydra's challenge, if an application waits for it; Kratos does not say so of a verification. */
    login_challenge: z.string().nullish(),
  }),
  identity: z.object({
    id: z.string().min(1),
    schema_id: z.string().nullish(),
    traits: z.unknown().optional(),
    metadata_admin: z.unknown().optional(),
    verifiable_addresses: z.array(address).nullish(),
  }),
  session: z
    .object({
      id: z.string().nullish(),
      authentication_methods: z
        .array(
          z.object({
            method: z.string(),
            aal: z.string().nullish(),
            /** The social provider that was used. */
            provider: z.string().nullish(),
          }),
        )
        .nullish(),
    })
    .nullish(),
  cookies: z.record(z.string(), z.string()).nullish(),
  /** The method of a change of the settings, which the hook's URL names. */
  method: z.string().max(40).nullish().catch(undefined),
  /** The browser or program, its address, and in `place` the note of the call, as the gateway tells Kratos. */
  client: z
    .object({ user_agent: z.string().nullish(), address: z.string().nullish(), place: z.string().nullish() })
    .nullish()
    .catch(undefined),
});

/** Kratos' question: the flow, the identity as it will be stored, and the browser's cookies that Kratos got. */
export type Question = z.output<typeof question>;

/**
 * Whether a flow began before the account got one of its addresses. Kratos accepts a code for the account, whatever
 * address it was mailed to: one mailed to a former address would still sign in, although somebody else has proved the new
 * one.
 */
export function predatesAddress({ flow, identity }: Question): boolean {
  const made = (identity.verifiable_addresses ?? []).map(({ created_at: time }) => Date.parse(time ?? ''));
  return made.some((time) => time > Date.parse(flow.issued_at ?? ''));
}

/** Whether a form was begun before the owner secured the account: by somebody who was in it, or had a mailbox of it. */
export const predatesSecuring = ({ flow: { issued_at } }: Question, account: StoredIdentity): boolean =>
  Date.parse(issued_at ?? '') < (trustOf(account)?.secured?.at ?? 0);

/** Returns the browser's cookies as a Cookie header. */
export const cookieHeader = ({ cookies }: Question): string =>
  Object.entries(cookies ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
