import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { AssetManifest } from '../../server/render/assets.ts';
import type { PageName } from '../../shared/page.ts';
import { laterScript, pageNames, textGroup, type LaterScript } from '../../shared/pages.ts';

/** The weight of a first visit; bytes are those on the wire. */
interface Weight {
  scripts: number;
  /** All bytes, with the allowance for the HTML. */
  all: number;
  requests: number;
  /** The weight of the first interaction: the scripts that send forms. */
  firstUse: number;
}

/** Pages that load the same files: those whose component is in the first script, and those of each code-split one. */
type Group = 'sign-in' | LaterScript;

/**
 * The budget of each group: what a visitor on a slow phone can bear, not what the pages weigh today. `html` allows for the HTML
 * of a page with every method and two social accounts in the language with the longest texts, which is sent uncompressed.
 */
export const budgets: Record<Group, Weight & { html: number }> = {
  'sign-in': { html: 15_000, scripts: 90_000, all: 140_000, requests: 6, firstUse: 20_000 },
  oauth2: { html: 12_000, scripts: 95_000, all: 150_000, requests: 8, firstUse: 20_000 },
  account: { html: 10_500, scripts: 95_000, all: 140_000, requests: 8, firstUse: 20_000 },
  activity: { html: 45_000, scripts: 95_000, all: 175_000, requests: 8, firstUse: 20_000 },
  settings: { html: 49_000, scripts: 110_000, all: 196_000, requests: 9, firstUse: 20_000 },
};

/** The share of a budget above which a build reports that it is nearly spent. */
const nearly = 0.95;

/** The bytes that a page may load when its flow is about to expire; not part of a first visit or interaction. */
const expiryLimit = 2_000;

const groupOf = (page: PageName): Group => laterScript(page) ?? 'sign-in';

/** The size of assets on the wire. @param directory the folder that holds the assets, as served */
function size(urls: string[], directory: string): number {
  const files = urls.map((url) => path.join(directory, url));
  return files.reduce(
    (total, file) => total + statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size,
    0,
  );
}

/** Measures what a page loads. @param directory the folder that holds the assets, as served */
function weigh(page: PageName, manifest: AssetManifest, directory: string): Weight {
  const sum = (urls: string[]): number => size(urls, directory);
  const later = manifest.later[page];
  const scripts = [manifest.script, ...(later?.scripts ?? [])];
  const others = [manifest.styles, ...(later?.styles ?? []), ...manifest.fonts];
  const heaviest = (byLocale: Record<string, string> = {}): number =>
    Math.max(0, ...Object.values(byLocale).map((url) => sum([url])));
  return {
    scripts: sum(scripts),
    all:
      budgets[groupOf(page)].html + sum([...scripts, ...others]) + heaviest(manifest.texts[textGroup(page)]),
    requests: 2 + scripts.length + others.length,
    firstUse: sum(manifest.firstUse),
  };
}

/**
 * Checks the weight of a first visit to the heaviest page of each group, and prints it; marks figures within 5 % of their
 * budget.
 *
 * @throws Error naming every budget that is exceeded, with the figures
 */
export function checkBudgets(manifest: AssetManifest, directory: string): void {
  const exceeded = [...Map.groupBy(pageNames, groupOf)].flatMap(([group, pages]) => {
    const weights = pages.map((page) => weigh(page, manifest, directory));
    const [heaviest] = weights.sort((one, other) => other.all - one.all);
    const figures = Object.entries(heaviest ?? {}).map(([measure, value]) => {
      const limit = budgets[group][measure as keyof Weight];
      const inBytes = measure !== 'requests';
      const isNear = inBytes && value > limit * nearly && value <= limit;
      const unit = inBytes ? ' bytes' : '';
      const text = `${measure} ${value} of ${limit}${unit}${isNear ? ' (near the limit)' : ''}`;
      return { text, isOver: value > limit };
    });
    console.log(`${group} pages: ${figures.map(({ text }) => text).join(', ')}`);
    return figures.filter(({ isOver }) => isOver).map(({ text }) => `${group} pages: ${text}`);
  });
  const expiry = size(manifest.expiry, directory);
  const text = `an expiring flow loads ${expiry} of ${expiryLimit} bytes`;
  console.log(text);
  if (expiry > expiryLimit) exceeded.push(text);
  if (exceeded.length > 0) throw new Error(`over budget: ${exceeded.join('; ')}`);
}
