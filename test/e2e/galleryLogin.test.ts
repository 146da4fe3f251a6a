import { describe, expect, test } from '@jest/globals';
import { largePageLimit, seeInPseudo, statesOf } from '../gallery/seeStates.ts';
import { useGallery } from '../gallery/useGallery.ts';

const { seeEach } = useGallery();

describe('in every state of login', () => {
  test(
    'axe finds nothing, every text is translated, and long texts fit',
    async () => {
      expect(await seeEach(statesOf('login'), seeInPseudo)).toEqual([]);
    },
    largePageLimit,
  );
});
