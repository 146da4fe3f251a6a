import { expect, test } from '@jest/globals';
import { activityGroups } from '../../shared/activity.ts';
import { filtersSince, logFilterTexts, logUrl, placesIn, tokenOf, wantedLines } from './logFilters.ts';

const now = Date.parse('2026-11-28T12:00:00Z');
const texts = (query: string) => logFilterTexts(new URLSearchParams(query), now);

test('the log shows a week, unless its first day is given or left empty', () => {
  expect(wantedLines(texts('')).since).toBe(Date.parse('2026-11-21'));
  expect(wantedLines(texts('from=2026-01-02')).since).toBe(Date.parse('2026-01-02'));
  expect(wantedLines(texts('from=')).since).toBeUndefined();
  expect(wantedLines(texts('from=yesterday')).since).toBeUndefined();
  expect(wantedLines(texts('to=2026-11-27')).until).toBe(Date.parse('2026-11-28'));
});

test('an address has the same filters when it is followed', () => {
  for (const query of ['from=&person=a', 'from=2026-01-02T10:30&kind=acts&outcome=refused', 'from=']) {
    const url = new URL(logUrl(texts(query)), 'http://portal');
    expect(texts(url.search)).toEqual(texts(query));
  }
});

test('filters of acts leave events out, and those of events acts', () => {
  expect(wantedLines(texts('kind=signIns'))).toMatchObject({
    acts: false,
    kinds: activityGroups.signIns,
  });
  expect(wantedLines(texts('kind=signInFailed'))).toMatchObject({ acts: false, kinds: ['signInFailed'] });
  expect(wantedLines(texts('kind=acts'))).toMatchObject({ acts: true, kinds: [] });
  expect(wantedLines(texts('actor=a'))).toMatchObject({ acts: true, kinds: [] });
  expect(wantedLines(texts('kind=nonsense'))).toMatchObject({ acts: true, kinds: undefined });
});

test('a token says where both lists go on; a wrong one means the first page', () => {
  const token = tokenOf(now, [['a', 3], null]);
  expect(placesIn(token)).toEqual({ until: now, places: [['a', 3], null] });
  for (const wrong of [null, '', 'x', Buffer.from('{}').toString('base64url')])
    expect(placesIn(wrong)).toBeUndefined();
});

test('a time has a minute where it is given, and the end of a filter is the end of its day or minute', () => {
  expect(wantedLines(texts('from=2026-01-02T10:30&to=2026-01-02T10:31'))).toMatchObject({
    since: Date.parse('2026-01-02T10:30Z'),
    until: Date.parse('2026-01-02T10:32Z'),
  });
});

test('a number of the last days leads to a list that begins where it is counted from', () => {
  const day = 24 * 3_600_000;
  const filters = filtersSince(now, day, 'signedIn');
  const url = new URL(logUrl(filters), 'http://portal');
  expect(wantedLines(texts(url.search))).toMatchObject({
    since: now - day,
    kinds: ['signedIn'],
    acts: false,
  });
});

test('refusals are those of acts, and events that are one; what was made are all others', () => {
  expect(wantedLines(texts('outcome=refused'))).toMatchObject({
    acts: true,
    outcome: 'refused',
    kinds: ['signInFailed', 'limited'],
  });
  expect(wantedLines(texts('outcome=made')).kinds).not.toContain('limited');
  expect(wantedLines(texts('outcome=failed'))).toMatchObject({ acts: true, kinds: [] });
  expect(wantedLines(texts('outcome=nonsense')).kinds).toBeUndefined();
});
