import type { CountedHit, Outcome } from './limiter.ts';
import type { LimitParts } from './limitParts.ts';

/** What members of the console do for people that is limited. */
export type LimitedHelp = 'help mail' | 'help lift';

/** What is counted, and what undoes it if it was not done; or whose limit is reached, and for how long, in milliseconds. */
export type CountedHelp =
  { settle: (outcome: Outcome) => Promise<void> } | { reached: 'member' | 'person'; leftMs: number };

/**
 * Creates what counts the mails that a member of the console causes and the limits that they lift, for the member and for the
 * person: nobody with a member's session floods mailboxes, or guesses on without a limit.
 *
 * @throws PortalError 503, in each call, when a store fails
 */
export const countHelpWith =
  ({ keyOf, limiter }: Pick<LimitParts, 'keyOf' | 'limiter'>) =>
  async (help: LimitedHelp, member: string, person: string): Promise<CountedHelp> => {
    const keys = { person: [keyOf('member', member)], account: [keyOf('helped', person)] };
    let longest: CountedHit | undefined;
    try {
      const settle = await limiter.admit(limiter.hits(help, keys), async ([refused]) => {
        longest = await Promise.resolve(refused);
      });
      return { settle };
    } catch (error) {
      if (!longest) throw error;
      return { reached: longest.limit.per === 'account' ? 'person' : 'member', leftMs: longest.leftMs };
    }
  };
