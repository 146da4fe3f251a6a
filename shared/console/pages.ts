import type { PageContext } from '../page.ts';
import type { ConsoleAct, ConsoleRole } from './acts.ts';
import type { EditedField, ShownChange, WrongField } from './edit.ts';
import {
  type AllowedApplication,
  type Counted,
  type CountedKind,
  type FoundThing,
  type IndexState,
  type ListedCredential,
  type ListedMail,
  type ListedPerson,
  type ListedSession,
  type ListLinks,
  type LogFilterName,
  type LogLine,
  peopleFilterNames,
  type WaysIn,
  type Why,
} from './lists.ts';

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
