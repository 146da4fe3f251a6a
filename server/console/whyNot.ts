import type { ListedMail, Why } from '../../shared/console.ts';
import { isFactor } from '../../shared/flow/methods.ts';
import type { CountedHit } from '../security/limits/limiter.ts';
import { hasCredential, type StoredIdentity } from '../upstreams/storedIdentity.ts';
import { trustOf, unconfirmedKinds } from '../upstreams/trust.ts';

/** What is known of somebody. */
interface Known {
  account: StoredIdentity;
  limited: readonly CountedHit[];
  /** Their mails, the latest first. */
  mails: readonly ListedMail[];
  /** The time, in milliseconds since 1970. */
  now: number;
}

/** Returns why somebody cannot sign in, or could not: each reason with the act that puts it right. */
export function whyNot({ account, limited, mails, now }: Known): Why[] {
  const addresses = account.verifiable_addresses ?? [];
  const { deletion } = trustOf(account) ?? {};
  const unproved = addresses.some(({ verified }) => verified)
    ? undefined
    : addresses.find(({ value }) => value.includes('@'));
  const [unconfirmed] = unconfirmedKinds(account);
  const kinds = Object.keys(account.credentials ?? {});
  const hasWayIn = kinds.some((kind) => isFactor(kind, 'first') && hasCredential(account, kind));
  const [latest] = mails;
  const until = Math.max(0, ...limited.map(({ leftMs }) => leftMs));
  return [
    deletion !== undefined && {
      reason: 'deletion' as const,
      until: deletion,
      act: 'cancelDeletion' as const,
    },
    account.state === 'inactive' && { reason: 'inactive' as const, act: 'activate' as const },
    until > 0 && {
      reason: 'limited' as const,
      until: now + until,
      about: limited[0]?.limit.name,
      act: 'liftLimits' as const,
    },
    unproved && {
      reason: 'notProved' as const,
      about: unproved.value,
      act: 'mailVerificationCode' as const,
      item: unproved.value,
    },
    unconfirmed !== undefined && { reason: 'unconfirmed' as const, about: unconfirmed },
    latest?.status === 'abandoned' && { reason: 'mailAbandoned' as const, about: latest.recipient },
    !hasWayIn && { reason: 'noWayIn' as const, act: 'mailRecoveryCode' as const },
  ].filter((reason) => reason !== false && reason !== undefined);
}
