import * as z from 'zod';
import { activityGroups, type ActivityKind } from '../../shared/activity.ts';
import { outcomes } from '../../shared/console/acts.ts';
import { logFilterNames, type LogFilterName } from '../../shared/console/lists.ts';
import { withQuery } from '../../shared/flow/pagePath.ts';
import { pageUrl } from '../urls/paths.ts';
import type { Place } from './mergeLines.ts';

const dayMs = 24 * 3_600_000;
const minuteMs = 60_000;

/** How many days the log shows at first. */
const firstDays = 7;

/** The filters of the log as its form has them. */
export type LogFilterTexts = Partial<Record<LogFilterName, string>>;

/** Which lines of the log are wanted. */
export interface WantedLines {
  /** The ids of those whom they are about. */
  person?: readonly string[] | undefined;
  /** The ids of those who have done it. */
  actor?: readonly string[] | undefined;
  /** The id of the application that they are about. */
  client?: string | undefined;
  operation?: string | undefined;
  outcome?: string | undefined;
  address?: string | undefined;
  request?: string | undefined;
  since?: number | undefined;
  until?: number | undefined;
  /** The kinds of events; empty for none. All by default. */
  kinds?: readonly ActivityKind[] | undefined;
  /** Whether administrators' acts are wanted. */
  acts: boolean;
}

export const everyKind: readonly ActivityKind[] = Object.values(activityGroups).flat();

/** The events that are refusals. */
const refusals: ReadonlySet<ActivityKind> = new Set(['signInFailed', 'limited']);

const isGroup = (name: string): name is keyof typeof activityGroups => Object.hasOwn(activityGroups, name);

/** Returns the kinds of events that a choice stands for: a group, or one; undefined for another text. */
const kindsIn = (kind: string): readonly ActivityKind[] | undefined => {
  if (isGroup(kind)) return activityGroups[kind];
  const one = everyKind.filter((name) => name === kind);
  return one.length > 0 ? one : undefined;
};

/** Whether an event counts as one with an outcome, which acts alone have. */
const hasOutcome = (kind: ActivityKind, outcome: string): boolean =>
  refusals.has(kind) ? outcome === 'refused' : outcome === 'made';

/** Returns a day, or a minute, as a field has it. */
const timeText = (time: number, unit: 'day' | 'minute'): string =>
  new Date(time).toISOString().slice(0, unit === 'day' ? 10 : 16);

/** Reads a day or a minute (UTC). @returns when it begins and ends, in milliseconds since 1970; undefined for another text */
function spanIn(text = ''): { begin: number; end: number } | undefined {
  const match = /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/.exec(text);
  const isMinute = match?.[1] !== undefined;
  const begin = Date.parse(isMinute ? `${text}Z` : text);
  return match && Number.isFinite(begin) ? { begin, end: begin + (isMinute ? minuteMs : dayMs) } : undefined;
}

/** Returns the filters of what happened in some time until now, in milliseconds. */
export const filtersSince = (now: number, ms: number, kind: ActivityKind): LogFilterTexts => ({
  from: timeText(now - ms, 'minute'),
  kind,
});

/** Returns the first day that the log shows at first: the last week's. */
export const usualFrom = (now: number): string => timeText(now - firstDays * dayMs, 'day');

/** Reads the filters of the log from its address: the last week, unless a first day is given, or left empty. */
export function logFilterTexts(query: URLSearchParams, now: number): LogFilterTexts {
  const given = logFilterNames.map((name) => [name, query.get(name)?.trim().slice(0, 200)] as const);
  const {
    kind = '',
    outcome,
    ...texts
  } = Object.fromEntries(given.filter(([, text]) => text)) as LogFilterTexts;
  return {
    ...(!query.has('from') && { from: usualFrom(now) }),
    ...texts,
    ...((kind === 'acts' || kindsIn(kind)) && { kind }),
    ...(outcomes.some((one) => one === outcome) && { outcome }),
  };
}

/** Returns the address of a list of lines: a filter that is left out has to stand there as empty. */
export const logUrl = (
  texts: LogFilterTexts,
  more: { after?: string | undefined; path?: string } = {},
): string => {
  const { path = '/manage/log', after } = more;
  const url = pageUrl(path, { ...texts, after });
  return texts.from ? url : withQuery(url, new URLSearchParams({ from: '' }));
};

/** Returns which lines the filters of the form want, with the texts for people as they were given. */
export function wantedLines({ from, to, kind = '', person, actor, ...texts }: LogFilterTexts): WantedLines {
  const { outcome } = texts;
  // events have no actor but their account's owner, and no operation
  const isOfActs = kind === 'acts' || Boolean(actor ?? texts.operation);
  const ofKind = kindsIn(kind);
  const kinds = outcome ? (ofKind ?? everyKind).filter((one) => hasOutcome(one, outcome)) : ofKind;
  return {
    ...texts,
    ...(person && { person: [person] }),
    ...(actor && { actor: [actor] }),
    since: spanIn(from)?.begin,
    until: spanIn(to)?.end,
    kinds: isOfActs ? [] : kinds,
    acts: kind === '' || kind === 'acts',
  };
}

const place = z.tuple([z.string().nullable(), z.number().int().min(0)]).nullable();
const token = z.tuple([z.number(), z.array(place)]);

/** Writes where a list goes on that is made of several. @param until before which time all pages are, so that new lines move none */
export const tokenOf = (until: number, places: readonly Place[]): string =>
  Buffer.from(JSON.stringify([until, places])).toString('base64url');

/** Reads where a list goes on; undefined for a wrong token. */
export function placesIn(text: string | null): { until: number; places: Place[] } | undefined {
  try {
    const [until, places] = token.parse(JSON.parse(Buffer.from(text ?? '', 'base64url').toString()));
    return { until, places };
  } catch {
    return undefined;
  }
}
