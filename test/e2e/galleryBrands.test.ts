import { expect, test } from '@jest/globals';
import { brandNames } from '../../scripts/gallery/sampleBrands.ts';
import type { AnyState } from '../../scripts/gallery/states/state.ts';
import { states } from '../../scripts/gallery/states/states.ts';
import { seeInBrand } from '../gallery/seeStates.ts';
import { useGallery } from '../gallery/useGallery.ts';

const { seeEach } = useGallery();

/** States that together show most of what a brand can change. */
const ofBrands = [
  'login/wrong-password',
  'login/code-sent',
  'consent/first',
  'settings/saved',
  'home/signed-in',
  'error/not-found',
];

test.each(brandNames)(
  'in the look of %s axe finds nothing in either theme, and nothing overflows, is cut off or overlaps',
  async (brand) => {
    const branded = states
      .filter(({ name }) => ofBrands.includes(name))
      .map((state): [AnyState, string] => [state, brand]);
    expect(branded).toHaveLength(ofBrands.length);
    expect(await seeEach(branded, seeInBrand)).toEqual([]);
  },
);
