import type { ListedMail, Why } from '../../shared/console/lists.ts';
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
  const [first] = limited;
  const until = Math.max(...limited.map(({ leftMs }) => leftMs));
  const reasons: (Why | false | undefined)[] = [
    deletion !== undefined && { reason: 'deletion', until: deletion, act: 'cancelDeletion' },
    isInvited && { reason: 'invited', about: unproved.value, act: 'mailRecoveryCode' },
    account.state === 'inactive' && { reason: 'inactive', act: 'activate' },
    first && { reason: 'limited', until: now + until, about: first.limit.name, act: 'liftLimits' },
    !isInvited &&
      unproved && {
        reason: 'notProved',
        about: unproved.value,
        act: 'mailVerificationCode',
        item: unproved.value,
      },
    ways.length === 0 && !isInvited && { reason: 'noWayIn', act: 'mailRecoveryCode' },
    latest?.status === 'abandoned' && { reason: 'mailAbandoned', about: latest.recipient },
    unconfirmed !== undefined && { reason: 'unconfirmed', about: unconfirmed },
  ];
  return reasons.filter((reason) => reason !== false && reason !== undefined);
}
