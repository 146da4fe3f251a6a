import { expect, test } from '@jest/globals';
import type { Request } from 'express';
import { requestRegion } from './region.ts';

const asking = (languages?: string): Request =>
  ({ get: (name: string) => (name === 'accept-language' ? languages : undefined) }) as unknown as Request;

test.each([
  ['en-GB,en;q=0.9', 'en', 'en-GB'],
  ['en,en-AU;q=0.9', 'en', 'en-AU'],
  ['de-AT', 'en', 'en-AT'],
  ['pt-BR', 'pt', 'pt-BR'],
  ['es-419,es;q=0.9', 'es', 'es-419'],
  ['sv-FI', 'se', 'sv-FI'],
  ['zh-Hant-TW', 'de', 'de'],
] as const)('dates for %s on a page in %s are formatted as in %s', (languages, locale, region) => {
  expect(requestRegion(asking(languages), locale)).toBe(region);
});

test.each([undefined, 'en', '*', '', 'en-', 'en-GBX', 'x'.repeat(10_000), 'en-u-ca-hebrew'])(
  'without a valid region in %p dates are formatted as usual for the language',
  (languages) => {
    expect(requestRegion(asking(languages), 'en')).toBeUndefined();
  },
);
