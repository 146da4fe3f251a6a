/** The hashed names of what the browser loads, written by the build. URLs are paths on the portal's origin. */
export interface AssetManifest {
  /** By screen: its entry first, then what that imports. */
  scripts: Record<string, string[]>;
  styles: string;
  font: string;
  /** By locale: the whole compiled catalogue, which a page fetches once somebody begins to use it. */
  locales: Record<string, string>;
}
