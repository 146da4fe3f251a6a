import type { PageName } from '../../shared/page.ts';

/** The hashed names of what the browser loads, written by the build. URLs are paths on the portal's origin. */
export interface AssetManifest {
  /** What every screen loads: the entry first, then what it imports. */
  scripts: string[];
  /** What a screen whose code comes apart loads beside those, by screen. */
  screens: Partial<Record<PageName, string[]>>;
  styles: string;
  /** What text is set in at first paint: the regular and the semibold face. */
  fonts: string[];
  /** By locale: the whole compiled catalogue, which a page fetches once somebody begins to use it. */
  locales: Record<string, string>;
}
