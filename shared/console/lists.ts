import type { ActivityKind, ShownActivity } from '../activity.ts';
import type { AgentName } from '../userAgent.ts';
import type { PersonAct } from './acts.ts';

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
export interface AllowedApplication {
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
export type CountedKind = (typeof countedKinds)[number];

/** A number of things, and the list of them. */
export interface Counted {
  count: number;
  url: string;
}
