import { describe, expect, test } from '@jest/globals';
import { pageNameOf, type AnyState } from '../../scripts/gallery/states/state.ts';
import { states } from '../../scripts/gallery/states/states.ts';
import { locales } from '../../shared/messages/locales.ts';
import { pageNames } from '../../shared/pages.ts';
import {
  isWhole,
  largePages,
  seeInEveryCondition,
  seeInLanguage,
  seeInPseudo,
  statesOf,
} from '../gallery/seeStates.ts';
import { useGallery } from '../gallery/useGallery.ts';

const { seeEach } = useGallery();

test('every page has states', () => {
  expect(pageNames.filter((name) => statesOf(name).length === 0)).toEqual([]);
});

const shownPages = [...new Set(states.map(pageNameOf))];
const smallPages = shownPages.filter((name) => !largePages.includes(name));

describe.each(smallPages)('in every state of %s', (name) => {
  test('axe finds nothing, every text is translated, and long texts fit', async () => {
    expect(await seeEach(statesOf(name), seeInPseudo)).toEqual([]);
  });
});

if (isWhole)
  describe.each(shownPages)('in every state of %s', (name) => {
    test('axe finds nothing, and nothing overflows, is cut off or overlaps in any language', async () => {
      const inLanguages = statesOf(name).flatMap((state) =>
        locales.map((locale): [AnyState, string] => [state, locale]),
      );
      expect(await seeEach(inLanguages, seeInLanguage)).toEqual([]);
    });

    test('it can be read and used zoomed, in forced colours, and with large or spaced text', async () => {
      expect(await seeEach(statesOf(name), seeInEveryCondition)).toEqual([]);
    });
  });
