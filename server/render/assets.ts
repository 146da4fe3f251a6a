import type { PageName } from '../../shared/page.ts';

/** The hashed names of the browser's assets, written by the build. URLs are paths on the portal's origin. */
export interface AssetManifest {
  /** Scripts of every screen: the entry first, then its imports. */
  scripts: string[];
  /** Further scripts of each screen that is code-split. */
  screens: Partial<Record<PageName, string[]>>;
  styles: string;
  /** Fonts of the first paint: regular and semibold. */
  fonts: string[];
  /** The compiled catalogue of each locale, which a page fetches on the first interaction. */
  locales: Record<string, string>;
}
