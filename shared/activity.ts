import type { AgentName } from './userAgent.ts';

/** What happens to an account, by what a person would filter it by. */
export const activityGroups = {
  signIns: [
    'registered',
    'signedIn',
    'confirmed',
    'signInFailed',
    'limited',
    'limitsLifted',
    'signedOut',
    'sessionsEnded',
    'codeMailed',
    'recovered',
    'secured',
  ],
  changes: [
    'addressVerified',
    'addressChanged',
    'addressRestored',
    'profileChanged',
    'passwordChanged',
    'methodAdded',
    'methodRemoved',
    'methodChanged',
    'changedByAdmin',
    'dataDownloaded',
    'agreed',
    'mailsOff',
    'deletionAsked',
    'deletionCancelled',
    'accountDeleted',
  ],
  applications: ['applicationAllowed', 'applicationWithdrawn'],
} as const;

/** The events of which people are told by mail, unless they do not want to. */
export const optionalNotices = ['signedIn', 'applicationAllowed'] as const;

/** An event of which people are told by mail, unless they do not want to. */
export type OptionalNotice = (typeof optionalNotices)[number];

/** The events of which people are always told by mail: changes of their ways in and of the mails, and the end of the account. */
export const certainNotices = [
  'passwordChanged',
  'methodAdded',
  'methodRemoved',
  'methodChanged',
  'addressChanged',
  'recovered',
  'secured',
  'mailsOff',
  'deletionAsked',
  'deletionCancelled',
] as const satisfies ActivityKind[];

/** A filter of the history. */
export type ActivityGroup = keyof typeof activityGroups;

/** What happened. */
export type ActivityKind = (typeof activityGroups)[ActivityGroup][number];

const kinds: ReadonlySet<string> = new Set(Object.values(activityGroups).flat());

/** Whether a text is the kind of an event. */
export const isActivityKind = (kind: unknown): kind is ActivityKind => kinds.has(String(kind));

/** How, with what and from where it happened; each is absent where it is not known. */
export interface ActivityAbout {
  /**
   * The provider's method, such as `password`, `code`, `totp` or `oidc`; of a recovery `code` or `link`; of a limit what it is
   * on: `password`, `factor`, `code` or `mail`; of mails that were turned off the event that they are about.
   */
  method?: string;
  /** The id of the social provider; a page shows it with a capital. */
  provider?: string;
  /** The address that was verified, that a code was mailed to, or that is now the account's. */
  address?: string;
  /** The address that it replaced. */
  formerAddress?: string;
  /** Where the profile had that address: a JSON pointer (RFC 6901). */
  formerPlace?: string;
  /** The application's name, and its id. */
  application?: string;
  client?: string;
  /** The browser, as its `User-Agent` describes it. */
  userAgent?: string;
  /** From where: the client's address, as far as it is kept. */
  from?: string;
  /** Where that is, as the operator's proxy says: a country's code (ISO 3166-1), or a place's name. */
  place?: string;
  /** The id of the request, as the log of the portal has it. */
  request?: string;
  /** What an administrator did: the operation's name. */
  operation?: string;
  /** The version of the words that somebody has agreed to. */
  version?: string;
  /** When the account is to be deleted, or until when a limit refuses, as in RFC 3339. */
  until?: string;
}

/** An event as the page shows it. */
export interface ShownActivity extends Omit<Activity, 'about'> {
  about: Omit<ActivityAbout, 'userAgent' | 'request'>;
  /** The browser's name; absent if nothing is known of it. */
  device?: AgentName;
}

/** One line of the history. */
export interface Activity {
  id: string;
  kind: ActivityKind;
  /** When, in milliseconds since 1970. */
  at: number;
  about: ActivityAbout;
}
