import type { AssetManifest } from '../../server/render/assets.ts';
import { areas } from '../../shared/pages.ts';

/** A manifest with only the first script and stylesheet. */
export const emptyManifest: AssetManifest = {
  script: '/assets/first.js',
  styles: '/assets/first.css',
  fonts: [],
  later: {},
  firstUse: [],
  expiry: [],
  textFiles: {},
  catalogues: Object.fromEntries(areas.map((area) => [area, {}])) as AssetManifest['catalogues'],
};
