import type { Settings } from '../../settings/config.ts';

/** The setting that changes the limits by address. */
export type LimitSettings = Pick<Settings, 'PEOPLE_PER_ADDRESS'>;

/**
 * What hits are counted for. `account elsewhere` is an account, counted at the addresses where its owner has not signed
 * in: strangers cannot lock the owner out at the others. `account` is for what only somebody with the first factor uses up.
 */
export type Scope =
  | 'address'
  | 'account at address'
  | 'account elsewhere'
  | 'account'
  | 'flow'
  | 'session'
  | 'person'
  | 'client at address'
  | 'host'
  | 'code';

/**
 * Which hits stay counted: all, or those that turn out wrong, or right. They count before the provider is asked, so that
 * parallel guesses gain nothing; `wrong, afterwards` counts once the answer is known, so that right ones are free,
 * however many are in flight. `none` only looks whether the limit is reached.
 */
export type Counts = 'all' | 'wrong' | 'right' | 'wrong, afterwards' | 'none';

type Row = readonly [name: string, per: Scope, max: number, seconds: number, counts: Counts];

const minute = 60;
const quarter = 15 * minute;
const hour = 60 * minute;
const day = 24 * hour;

/** Returns every limit. docs/security.md gives the reasons. */
export const limitTable = ({ PEOPLE_PER_ADDRESS: people }: LimitSettings) =>
  [
    ['password', 'account at address', 10, quarter, 'wrong'],
    ['password', 'account elsewhere', 100, hour, 'wrong'],
    ['password', 'address', 10 * people, quarter, 'wrong'],
    // codes of authenticator apps, and backup codes
    ['factor', 'account', 10, quarter, 'wrong'],
    ['factor', 'account', 30, 6 * hour, 'wrong'],
    ['factor', 'session', 10, quarter, 'wrong'],
    ['factor', 'address', 5 * people, quarter, 'wrong'],
    // as long as Kratos accepts an app's code: its own half minute, the one before and the one after
    ['used code', 'code', 1, 1.5 * minute, 'right'],
    // mailed codes, and tokens of mailed links
    ['code', 'flow', 10, quarter, 'wrong'],
    ['code', 'account at address', 10, quarter, 'wrong'],
    ['code', 'account elsewhere', 50, hour, 'wrong'],
    ['code', 'address', 5 * people, quarter, 'wrong'],
    ['link', 'address', 30, quarter, 'wrong'],
    // mail, counted for its recipient; mail that only some answers cause; any mail; mail to strangers
    ['mail', 'account at address', 6, hour, 'all'],
    ['mail', 'account at address', 20, day, 'all'],
    ['mail', 'account elsewhere', 12, hour, 'all'],
    ['mail', 'account elsewhere', 40, day, 'all'],
    ['possible mail', 'account at address', 20, hour, 'all'],
    ['possible mail', 'account elsewhere', 40, hour, 'all'],
    ['any mail', 'address', 18 * people, hour, 'all'],
    ['any mail', 'session', 30, hour, 'all'],
    ['stranger', 'address', 6 * people, hour, 'all'],
    ['stranger', 'address', 30 * people, day, 'all'],
    ['stranger', 'session', 10, hour, 'all'],
    // sign-ins with a second factor, begun
    ['step-up', 'account', 30, hour, 'all'],
    ['step-up', 'session', 30, hour, 'all'],
    ['form', 'flow', 30, quarter, 'wrong'],
    ['form', 'session', 60, quarter, 'wrong'],
    ['post', 'person', 60, minute, 'all'],
    ['post', 'address', 12 * people, minute, 'all'],
    // reads that may create a flow
    ['read', 'person', 300, minute, 'all'],
    ['read', 'address', 30 * people, minute, 'all'],
    ['user code', 'person', 10, quarter, 'wrong'],
    ['user code', 'address', 30, quarter, 'wrong'],
    ['client secret', 'client at address', 10, quarter, 'wrong, afterwards'],
    ['client secret', 'address', 50, quarter, 'wrong, afterwards'],
    // what a member of the console has mailed, and the limits that they lift: the member, and the person whom it is for
    ['help mail', 'person', 30, hour, 'all'],
    ['help mail', 'account', 6, hour, 'all'],
    ['help lift', 'person', 30, hour, 'all'],
    ['help lift', 'account', 6, day, 'all'],
    // documents of clients that introduce themselves: fetched from a host, or again for a kept client, and for a visitor
    ['client document', 'host', 600, hour, 'all'],
    ['client document', 'address', 6 * people, hour, 'all'],
    ['device', 'client at address', 3 * people, minute, 'right'],
    ['device', 'address', 6 * people, minute, 'right'],
  ] as const satisfies readonly Row[];

/** The name of the limits on one thing. */
export type LimitName = ReturnType<typeof limitTable>[number][0];
