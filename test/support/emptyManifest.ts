import type { AssetManifest } from '../../server/render/assets.ts';
import { textGroups } from '../../shared/pages.ts';

/** A manifest with only the first script and stylesheet. */
export const emptyManifest: AssetManifest = {
  script: '/assets/first.js',
  styles: '/assets/first.css',
  fonts: [],
  console: { script: '', styles: '' },
  later: {},
  firstUse: [],
  expiry: [],
  texts: Object.fromEntries(textGroups.map((group) => [group, {}])) as AssetManifest['texts'],
};
