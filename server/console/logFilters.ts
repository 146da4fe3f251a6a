import * as z from 'zod';
import { activityGroups, type ActivityKind } from '../../shared/activity.ts';
import { logFilterNames, logKinds, type LogFilterName } from '../../shared/console.ts';
import { pageUrl } from '../urls/paths.ts';
import type { Place } from './mergeLines.ts';

const dayMs = 24 * 3_600_000;

/** How many days the log shows at first. */
const firstDays = 7;

/** The filters of the log as its form has them. */
export type LogFilterTexts = Partial<Record<LogFilterName, string>>;

/** Which lines of the log are wanted. */
export interface WantedLines {
  person?: string | undefined;
  actor?: string | undefined;
  operation?: string | undefined;
  address?: string | undefined;
  request?: string | undefined;
  since?: number | undefined;
  until?: number | undefined;
  /** The kinds of events; empty for none. All by default. */
  kinds?: readonly ActivityKind[] | undefined;
  /** Whether administrators' acts are wanted. */
  acts: boolean;
}

/** Returns a day as a date field has it. */
const dateText = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Returns the start of a day, in milliseconds since 1970; undefined for another text. */
const dayIn = (text: string | undefined): number | undefined =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '') && Number.isFinite(Date.parse(text ?? ''))
    ? Date.parse(text ?? '')
    : undefined;

/** Reads the filters of the log from its address: the last week, unless a first day is given, or left empty. */
export function logFilterTexts(query: URLSearchParams, now: number): LogFilterTexts {
  const given = logFilterNames.map((name) => [name, query.get(name)?.trim().slice(0, 200)] as const);
  const texts = Object.fromEntries(given.filter(([, text]) => text)) as LogFilterTexts;
  const isKind = logKinds.some((kind) => kind === texts.kind);
  return {
    ...(!query.has('from') && { from: dateText(now - firstDays * dayMs) }),
    ...texts,
    ...(!isKind && { kind: '' }),
  };
}

/** Returns the address of a list of lines: a filter that is left out has to stand there as empty. */
export const logUrl = (
  texts: LogFilterTexts,
  more: { after?: string | undefined; path?: string } = {},
): string => {
  const { path = '/manage/log', after } = more;
  const url = pageUrl(path, { ...texts, after });
  if (texts.from) return url;
  return `${url}${url.includes('?') ? '&' : '?'}from=`;
};

/** Returns which lines the filters of the form want. */
export function wantedLines({ from, to, kind, ...texts }: LogFilterTexts): WantedLines {
  const lastDay = dayIn(to);
  const isGroup = (name: string): name is keyof typeof activityGroups => Object.hasOwn(activityGroups, name);
  const one = kind ? [kind as ActivityKind] : undefined;
  const group = kind && isGroup(kind) ? activityGroups[kind] : one;
  // events have no actor but their account's owner, no operation and no request
  const isOfActs = kind === 'acts' || [texts.actor, texts.operation, texts.request].some(Boolean);
  return {
    ...texts,
    since: dayIn(from),
    until: lastDay === undefined ? undefined : lastDay + dayMs,
    kinds: isOfActs ? [] : group,
    acts: !kind || kind === 'acts',
  };
}

const place = z.tuple([z.string().nullable(), z.number().int().min(0)]).nullable();
const token = z.tuple([z.number(), z.array(place)]);

/** Writes where the log goes on. @param until before which time all pages are, so that new lines move none */
export const tokenOf = (until: number, places: readonly Place[]): string =>
  Buffer.from(JSON.stringify([until, places])).toString('base64url');

/** Reads where the log goes on; undefined for a wrong token. */
export function placesIn(text: string | null): { until: number; places: Place[] } | undefined {
  try {
    const [until, places] = token.parse(JSON.parse(Buffer.from(text ?? '', 'base64url').toString()));
    return { until, places };
  } catch {
    return undefined;
  }
}
