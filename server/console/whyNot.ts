import type { ListedMail, Why } from '../../shared/console.ts';
import { groups, isFactor } from '../../shared/flow/methods.ts';
import type { CountedHit } from '../security/limits/limiter.ts';
import { hasCredential, type StoredIdentity } from '../upstreams/storedIdentity.ts';
import { isMailbox, trustOf, unconfirmedKinds } from '../upstreams/trust.ts';

/** What is known of somebody. */
interface Known {
  account: StoredIdentity;
  limited: readonly CountedHit[];
  /** Their mails, the latest first. */
  mails: readonly ListedMail[];
  /** Whether they have ever signed in, as far as that is known. */
  hasCome: boolean;
  /** The time, in milliseconds since 1970. */
  now: number;
}

const firstFactors = (account: StoredIdentity): string[] =>
  groups.filter((kind) => isFactor(kind, 'first') && hasCredential(account, kind));

/** Returns what an account waits for, and why somebody cannot sign in, or could not: each with the act that puts it right. */
export function whyNot({ account, limited, mails, hasCome, now }: Known): Why[] {
  const addresses = account.verifiable_addresses ?? [];
  const { deletion } = trustOf(account) ?? {};
  const unproved = addresses.some(({ verified }) => verified)
    ? undefined
    : addresses.find(({ value }) => value.includes('@'));
  const [unconfirmed] = unconfirmedKinds(account);
  const ways = firstFactors(account);
  // whoever was invited has nothing but the mailbox until they come
  const isInvited = !hasCome && unproved !== undefined && ways.every(isMailbox);
  const [latest] = mails;
  const until = Math.max(0, ...limited.map(({ leftMs }) => leftMs));
  return [
    deletion !== undefined && {
      reason: 'deletion' as const,
      until: deletion,
      act: 'cancelDeletion' as const,
    },
    isInvited && { reason: 'invited' as const, about: unproved.value, act: 'mailRecoveryCode' as const },
    account.state === 'inactive' && { reason: 'inactive' as const, act: 'activate' as const },
    until > 0 && {
      reason: 'limited' as const,
      until: now + until,
      about: limited[0]?.limit.name,
      act: 'liftLimits' as const,
    },
    unproved &&
      !isInvited && {
        reason: 'notProved' as const,
        about: unproved.value,
        act: 'mailVerificationCode' as const,
        item: unproved.value,
      },
    ways.length === 0 && !isInvited && { reason: 'noWayIn' as const, act: 'mailRecoveryCode' as const },
    latest?.status === 'abandoned' && { reason: 'mailAbandoned' as const, about: latest.recipient },
    unconfirmed !== undefined && { reason: 'unconfirmed' as const, about: unconfirmed },
  ].filter((reason) => reason !== false && reason !== undefined);
}
