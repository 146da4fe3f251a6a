import type { ActivityKind, ShownActivity } from './activity.ts';
import type { PageContext } from './page.ts';
import type { AgentName } from './userAgent.ts';

/** What somebody may do in the console, from the least: see, help people, everything. */
export const consoleRoles = ['read', 'help', 'write'] as const;

/** What somebody may do in the console. */
export type ConsoleRole = (typeof consoleRoles)[number];

/** Whether a role includes another one. */
export const includesRole = (role: ConsoleRole, needed: ConsoleRole): boolean =>
  consoleRoles.indexOf(role) >= consoleRoles.indexOf(needed);

/** The console's lists and figures, in the order of its navigation, with the key that follows `g`. */
export const consoleDestinations = [
  { name: 'overview', path: '/manage', key: 'o' },
  { name: 'people', path: '/manage/people', key: 'p' },
  { name: 'sessions', path: '/manage/sessions', key: 's' },
  { name: 'mails', path: '/manage/mails', key: 'm' },
  { name: 'limited', path: '/manage/limited', key: 'l' },
  { name: 'applications', path: '/manage/applications', key: 'c' },
  { name: 'log', path: '/manage/log', key: 'a' },
] as const;

/** The acts that undo each other, or are gentler than another. */
type Reverse = 'activate' | 'deactivate' | 'cancelDeletion' | 'deletePerson';

/** What an act asks for before it is made. */
interface ActRow {
  /** The least role that may do it. */
  role: ConsoleRole;
  /** Whether it is about one thing of its target, such as a session, which `item` names. */
  item?: true;
  /** Whether a reason must be given, for the log. */
  reason?: true;
  /** Whether it cannot be undone: the target's name is typed. */
  destroys?: true;
  /** Whether it ends or removes something. */
  ends?: true;
  /** The act that takes it back. */
  undo?: Reverse;
  /** A gentler act. */
  instead?: Reverse;
}

/** What can be done to a person; each has a page of its own, which asks: `/manage/people/{id}/{act}`. */
export const personActs = {
  mailRecoveryCode: { role: 'help' },
  mailVerificationCode: { role: 'help', item: true },
  liftLimits: { role: 'help' },
  activate: { role: 'help', undo: 'deactivate' },
  deactivate: { role: 'help', reason: true, ends: true, undo: 'activate' },
  endSession: { role: 'help', item: true, ends: true },
  endSessions: { role: 'help', ends: true },
  removeSecondFactor: { role: 'help', item: true, reason: true, ends: true },
  showRecoveryCode: { role: 'write', reason: true },
  removeCredential: { role: 'write', item: true, reason: true, ends: true },
  withdrawApplication: { role: 'write', item: true, ends: true },
  cancelDeletion: { role: 'write', undo: 'deletePerson' },
  deletePerson: {
    role: 'write',
    reason: true,
    destroys: true,
    ends: true,
    undo: 'cancelDeletion',
    instead: 'deactivate',
  },
} as const satisfies Record<string, ActRow>;

/** What can be done to an OAuth2 application: `/manage/applications/{id}/{act}`. */
export const applicationActs = {
  endTokens: { role: 'write', reason: true, ends: true },
  rotateSecret: { role: 'write', reason: true, destroys: true },
} as const satisfies Record<string, ActRow>;

/** An act on a person. */
export type PersonAct = keyof typeof personActs;
/** An act on an application. */
export type ApplicationAct = keyof typeof applicationActs;
/** Any act that a page asks about. */
export type ConsoleAct = PersonAct | ApplicationAct;

/** Returns what an act asks for. */
export const actRow = (act: ConsoleAct): ActRow => ({ ...personActs, ...applicationActs })[act];

/** Returns the page that asks about an act on a person. @param item what of the person it is about */
export const personActUrl = (id: string, act: PersonAct, item?: string): string =>
  `/manage/people/${encodeURIComponent(id)}/${act}${item === undefined ? '' : `?item=${encodeURIComponent(item)}`}`;

/**
 * Returns the page of an application. An id may be any text, such as a URL, and no path may have an escaped slash: `~` takes the place
 * of the percent sign.
 */
export const applicationUrl = (id: string, act?: ApplicationAct): string => {
  const segment = encodeURIComponent(id).replaceAll('~', '%7E').replaceAll('%', '~');
  return `/manage/applications/${segment}${act === undefined ? '' : `/${act}`}`;
};

/** Why an act is not made. */
export type ActProblem = 'reason' | 'name' | 'noMail' | 'failed' | 'log' | 'memberLimit' | 'personLimit';

/** A secret that is shown once. */
export interface ShownSecret {
  secret: string;
  /** The page where a code is typed. */
  link?: string;
  /** Until when it works, as an ISO date. */
  until?: string;
}

/** What the account waits for. */
export const waiting = ['deletion', 'invited'] as const;

/** What the account waits for, and why somebody cannot sign in, the most telling first. */
export interface Why {
  reason:
    | 'deletion'
    | 'invited'
    | 'inactive'
    | 'limited'
    | 'notProved'
    | 'noWayIn'
    | 'mailAbandoned'
    | 'unconfirmed';
  /** When it ends, in milliseconds since 1970. */
  until?: number;
  /** The address, method or template that it is about. */
  about?: string;
  /** What puts it right. */
  act?: PersonAct;
  item?: string;
}

/** A line of the log: what happened to an account, or what an administrator did. */
export interface LogLine {
  id: string;
  at: number;
  /** What happened to an account. */
  kind?: ActivityKind;
  about?: ShownActivity['about'];
  device?: AgentName;
  /** What an administrator did: a console act, or the provider's operation. */
  operation?: string;
  /** Who did it: the id of an identity or client. */
  actor?: string;
  /** The name of who did it, if it is known. */
  actorName?: string;
  outcome?: string;
  reason?: string;
  /** The id of the account or thing. */
  target?: string;
  /** The name of the account, if it is known. */
  targetName?: string;
  /** What was there before and is there now, as JSON. */
  before?: string;
  after?: string;
  /** The id of its request. */
  request?: string;
  /** The hash of an administrator's act, which the chain is made of. */
  hash?: string;
  /** What else is known of an administrator's act. */
  more?: { name: string; value: string }[];
}

/** Which lines of the log are shown, by the names of the parameters that say so. */
export const logFilterNames = [
  'from',
  'to',
  'person',
  'actor',
  'kind',
  'operation',
  'outcome',
  'address',
  'request',
] as const;

/** Which lines of the log are shown. */
export type LogFilterName = (typeof logFilterNames)[number];

/** How an act can have ended: made, refused, failed; or that it has not. */
export const outcomes = ['made', 'refused', 'failed', 'begun'] as const;

/** What an administrator can do that has no page of its own which asks. */
export const otherActs = ['editTraits', 'createPerson', 'resendMail', 'rebuildIndex', 'exportLog'] as const;

/** How far a mail has come, as Kratos says it. */
export const mailStates = ['queued', 'processing', 'sent', 'abandoned'] as const;

/** What keeps a mail from its recipient, by what mends it. */
export type MailTrouble = 'unreachable' | 'credentials' | 'sender' | 'recipient' | 'later' | 'other';

/** The filters of the people, by the names of the parameters that hold them. */
export const peopleFilterNames = ['state', 'schema', 'method', 'proved', 'quiet', 'now'] as const;

/** What happens to people at the moment that they can be filtered by: a limit refuses them, they are to be deleted. */
export const peopleNow = ['limited', 'deletion'] as const;

/** Which sessions are listed. */
export const sessionStates = ['open', 'ended'] as const;

/** For how long somebody has not signed in, in days; or never. */
export const quietTimes = ['30', '90', '365', 'never'] as const;

/** The most of a list that is counted: one more stands for more. */
export const mostCounted = { people: 10_000, mails: 25 } as const;

/** How complete the index of people is. */
export interface IndexState {
  /** At most 10,001: more are not counted. */
  people: number;
  /** When it was complete last. */
  finishedAt?: number;
  isRunning: boolean;
}

/** Something other than a person that a search finds. */
export interface FoundThing {
  kind: 'application' | 'line' | 'mail' | 'request';
  name: string;
  url: string;
}

/** Somebody in a list of people. */
export interface ListedPerson {
  id: string;
  name: string;
  address?: string;
  state: string;
  schema?: string;
  proved: boolean;
  methods: string[];
  signedIn?: number;
}

/** A mail that Kratos, or the portal itself, has sent or will send. */
export interface ListedMail {
  id?: string;
  template: string;
  /** Whether it is one of the portal's own. */
  isOwn?: true;
  /** The event that it is about. */
  event?: ActivityKind;
  status: string;
  recipient: string;
  at?: string | number;
  /** Why it could not be sent, and what kind of trouble that is. */
  error?: string;
  trouble?: MailTrouble;
  /** Whether another one with a new code can be sent. */
  isRepeatable?: true;
}

/** A session, as a list shows it. */
export interface ListedSession {
  id: string;
  isActive: boolean;
  device?: AgentName;
  from?: string;
  methods: string[];
  level?: string;
  at?: string;
  until?: string;
  person?: { id: string; name: string };
}

/** An application that somebody has allowed. */
interface AllowedApplication {
  client: string;
  name: string;
  scopes: string[];
  at?: string;
}

/** A credential of somebody. */
export interface ListedCredential {
  kind: string;
  /** What tells it from others of its kind. */
  name?: string;
  at?: string;
  /** How many backup codes are left, of how many. */
  left?: [left: number, all: number];
  /** Whether its owner has yet to confirm it by a mailed code. */
  isUnconfirmed?: boolean;
  /** What removes it. */
  removal?: { act: PersonAct; item: string };
}

/** What somebody is offered when they sign in, in its order. */
export interface WaysIn {
  /** What they type, masked. */
  identifiers: string[];
  first: string[];
  /** What is asked for after it; none for an account without a second factor. */
  second: string[];
  /** Where a code goes that recovers the account, masked; none if nothing recovers it. */
  recovery: string[];
}

/** The pages before and after one. */
export interface ListLinks {
  nextUrl?: string;
  firstUrl?: string;
}

/** The kinds of events that are counted. */
export const countedKinds = ['registered', 'signedIn', 'signInFailed', 'limited'] as const;

/** A kind of event that is counted. */
type CountedKind = (typeof countedKinds)[number];

/** A number of things, and the list of them. */
export interface Counted {
  count: number;
  url: string;
}

/** What each page of the console is given. */
export interface ConsoleProps {
  overview: {
    /** How often some kinds of events happened, and where they are listed. */
    events?: { kind: CountedKind; day: Counted; week: Counted }[];
    /** At most 26: more are not counted. */
    mails?: { queued: Counted; abandoned: Counted };
    upstreams: { name: string; isReady: boolean; version?: string }[];
    deletions?: Counted & { overdue: number };
    acts?: LogLine[];
    /** Where all of them are. */
    actsUrl: string;
    index?: IndexState;
  };
  people: ListLinks & {
    query: string;
    filters: Partial<Record<(typeof peopleFilterNames)[number], string>>;
    schemas: string[];
    /** Undefined if they could not be read. */
    people?: ListedPerson[];
    /** At most 10,001: more are not counted. */
    count?: number;
    /** How many people were looked through for them, if that were not all. */
    lookedThrough?: number;
    /** How complete the index is; absent without one: then only whole identifiers are found. */
    index?: IndexState;
  };
  person: {
    id: string;
    name: string;
    /** The least role that may act on this person. */
    least?: ConsoleRole;
    address?: string;
    state: string;
    schema?: string;
    externalId?: string;
    created?: string;
    updated?: string;
    signedIn?: number;
    /** When the account is to be deleted. */
    deletion?: number;
    traits: { name: string; value: string }[];
    why: Why[];
    addresses: { value: string; isProved: boolean; at?: string; isMail: boolean }[];
    credentials: ListedCredential[];
    sees: WaysIn;
    /** Whether deleting it can be asked for. */
    mayDelete?: true;
    /** Each is absent if it could not be read. */
    sessions?: ListedSession[];
    mails?: ListedMail[];
    applications?: AllowedApplication[];
    permissions?: string[];
    log?: LogLine[];
  };
  edit: {
    /** Absent for somebody who is yet to be created. */
    id?: string;
    name: string;
    schema?: string;
    /** The schemas to choose from, for somebody new. */
    schemas: string[];
    fields: EditedField[];
    /** The traits that the form began with, and those that it shows, as JSON. */
    base: string;
    draft: string;
    /** The text of the JSON form; absent in the form of fields. */
    json?: string;
    /** What would change: shown before it is saved. */
    changes?: ShownChange[];
    /** What somebody else has changed since the form was opened. */
    theirs?: ShownChange[];
    /** The places that both have changed: their value before, one's own after. */
    clashes?: ShownChange[];
    problem?: 'same' | 'changed' | 'json' | 'large' | 'refused' | 'failed' | 'log';
    /** What the provider or the reader of JSON says, where no field is known to be wrong. */
    detail?: string;
    wrong?: WrongField[];
    /** How somebody who is invited gets in. */
    how?: 'mail' | 'show';
  };
  sessions: ListLinks & { sessions?: ListedSession[]; state: string; person?: string };
  mails: ListLinks & { mails?: ListedMail[]; status?: string; recipient?: string };
  limited: {
    people?: { id: string; name?: string; at: number; until: number; limit?: string }[];
  };
  applications: ListLinks & {
    /** Whether there is no server of applications. */
    isOff?: true;
    applications?: { id: string; name: string; uri?: string; isPublic: boolean; scopes: string[] }[];
  };
  application: {
    id: string;
    name: string;
    redirects: string[];
    scopes: string[];
    grants: string[];
    authentication?: string;
    created?: string;
    isPublic: boolean;
    /** Absent if it could not be read. */
    log?: LogLine[];
  };
  log: ListLinks & {
    lines?: LogLine[];
    /** Whether `lines` is one that was asked for by its id. */
    isOne?: true;
    filters: Partial<Record<LogFilterName, string>>;
    /** The first day that is shown where none is given. */
    usualFrom: string;
    /** Whom and what it is filtered by, as what was given has turned out to be. */
    found: { name: string; url: string }[];
    /** The newest hash of the chain over administrators' acts. */
    chain?: { hash: string; count: number };
    exports: { csv: string; jsonl: string };
  };
  act: {
    act: ConsoleAct;
    target: { id: string; name: string; url: string };
    item?: string;
    itemName?: string;
    /** Where the form leads to if it is not sent. */
    backUrl: string;
    problem?: ActProblem;
    /** When it can be made again, in milliseconds since 1970, if a limit is reached. */
    until?: number;
    reason?: string;
    /** The same act as a call of the provider, if it is one. */
    call?: { curl: string; client: string };
  };
  secret: ShownSecret & { act: ConsoleAct; target: { name: string; url: string }; log: string };
  find: {
    query: string;
    people: ListedPerson[];
    things: FoundThing[];
    /** Whether there is an index of people: else only whole identifiers are found. */
    hasIndex: boolean;
    /** Whether something that should have been asked did not answer. */
    isPartial: boolean;
  };
  forbidden: { role: ConsoleRole; needed: ConsoleRole; backUrl: string };
  /** A page that could not be read, or an act that was not made. */
  failed: {
    problem: ActProblem | 'missing' | 'notRead';
    until?: number;
    /** For whom it was not made. */
    name?: string;
    backUrl?: string;
    request?: string;
  };
}

/** The name of a page of the console. */
export type ConsolePageName = keyof ConsoleProps;

/** A page of the console. */
export type ConsolePage = {
  [Name in ConsolePageName]: { name: Name; props: ConsoleProps[Name] };
}[ConsolePageName];

/** What was just done, with the id of its line in the log. */
export interface DoneAct {
  act: string;
  log: string;
  /** The page that takes it back. */
  undoUrl?: string;
}

/** What all pages of the console are given. */
export interface ConsoleContext extends PageContext {
  role: ConsoleRole;
  done?: DoneAct;
  /** What tells the forms of this page from those of the same page opened again: each is taken once. */
  form: string;
}

/** How many changes of traits are saved at once, and how many levels they may have. */
export const mostChanges = 500;
export const mostLevels = 100;

/** A change of a trait, at a JSON pointer: its values as JSON, absent for none. */
export interface ShownChange {
  path: string;
  before?: string;
  after?: string;
}

/** A trait that the provider does not accept. */
export interface WrongField {
  /** A JSON pointer into the traits. */
  path: string;
  /** The catalogue key that says why, and its values. */
  text: string;
  values?: Record<string, string>;
  /** Where whoever has the address already is found. */
  findUrl?: string;
}

/** A field of the form that edits somebody's traits. */
export interface EditedField {
  /** A JSON pointer into the traits. */
  path: string;
  /** The schema's title. */
  title?: string;
  type: 'text' | 'email' | 'tel' | 'number' | 'boolean' | 'date';
  value: string;
  isRequired: boolean;
  choices?: string[];
}
