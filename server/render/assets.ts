import type { PageName } from '../../shared/page.ts';
import type { Area } from '../../shared/pages.ts';
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
  /** The additional files of each code-split page. */
  later: Partial<Record<PageName, { scripts: string[]; styles: string[] }>>;
  /** The scripts that a flow page loads on the first interaction, which send forms and read answers. */
  firstUse: string[];
  /** The scripts that warn before a page's flow expires. */
  expiry: string[];
  /** The compiled catalogues by area and locale, which a page fetches on the first interaction. */
  catalogues: Record<Area, Record<string, string>>;
  /** The compiled texts of pages whose own texts are a file, by page and locale; any other page's are in its HTML. */
  textFiles: Record<string, Record<string, string>>;
}

/**
 * Reads the asset manifest that the build wrote.
 *
 * @param directory the folder `dist/client`
 * @throws Error if the client was not built
 */
export const readAssets = (directory: string): AssetManifest =>
  JSON.parse(readFileSync(path.join(directory, 'manifest.json'), 'utf8')) as AssetManifest;
