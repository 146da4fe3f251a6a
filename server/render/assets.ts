/** The hashed names of what the browser loads, written by the build. URLs are paths on the portal's origin. */
export interface AssetManifest {
  /** By entry of client/entries: itself first, then what it imports. */
  scripts: Record<string, string[]>;
  styles: string;
  /** What text is set in at first paint: the regular and the semibold face. */
  fonts: string[];
  /** By locale: the whole compiled catalogue, which a page fetches once somebody begins to use it. */
  locales: Record<string, string>;
}
