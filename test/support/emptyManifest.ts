import type { AssetManifest } from '../../server/render/assets.ts';
import { areas } from '../../shared/pages.ts';

/** A manifest that names a first script and stylesheet, and nothing else. */
export const emptyManifest: AssetManifest = {
  script: '/assets/first.js',
  styles: '/assets/first.css',
  fonts: [],
  later: {},
  firstUse: [],
  expiry: [],
  catalogues: Object.fromEntries(areas.map((area) => [area, {}])) as AssetManifest['catalogues'],
};
