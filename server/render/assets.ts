import type { PageName } from '../../shared/page.ts';
import type { TextGroup } from '../../shared/pages.ts';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The hashed names of the browser's assets, written by the build. URLs are paths on the portal's origin. */
export interface AssetManifest {
  /** The script that every page loads. */
  script: string;
  /** The stylesheet that every page links first. */
  styles: string;
  /** Fonts of the first paint: one with both weights, or the regular and the semibold one of a brand. */
  fonts: string[];
  /** The operator's page icon; the product's own by default. Not from the build. */
  favicon?: string;
  /** The console's own files, besides the stylesheet and the fonts of every page. */
  console: { script: string; styles: string };
  /** The additional files of each code-split page. */
  later: Partial<Record<PageName, { scripts: string[]; styles: string[] }>>;
  /** The scripts that a flow page loads on the first interaction, which send forms and read answers. */
  firstUse: string[];
  /** The scripts that warn before a page's flow expires. */
  expiry: string[];
  /** The compiled texts of each group of pages, by locale. */
  texts: Record<TextGroup, Record<string, string>>;
}

/** Reads the asset manifest in `dist/client`. @throws Error if the client was not built */
export const readAssets = (directory: string): AssetManifest =>
  JSON.parse(readFileSync(path.join(directory, 'manifest.json'), 'utf8')) as AssetManifest;
