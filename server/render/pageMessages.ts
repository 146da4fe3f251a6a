import type { Page, PageName } from '../../shared/page.ts';
import { defaultLocale, type Locale } from '../../shared/messages/locales.ts';
import { catalogues } from './catalogues.ts';

/** Key prefixes of the texts that every page may need before it can fetch the catalogue. */
const commonPrefixes = ['common.', 'nav.', 'flow.', 'transport.', 'trait.', 'error.details'];

/** Key prefixes of further texts that a page shows, beside its own. */
const morePrefixes: Partial<Record<PageName, string[]>> = {
  consent: ['scope.', 'scopeHint.'],
  settings: ['applications.', 'scope.'],
};

const portalTexts = new Map<string, string>();

/** The page's own texts as the inside of a JSON object; cached, because they are the same for every visit. */
function textsOf(page: PageName, locale: Locale): string {
  const key = `${locale} ${page}`;
  const cached = portalTexts.get(key);
  if (cached !== undefined) return cached;
  const prefixes = [...commonPrefixes, `${page}.`, ...(morePrefixes[page] ?? [])];
  const texts = Object.entries(catalogues[locale])
    .filter(([id]) => prefixes.some((prefix) => id.startsWith(prefix)))
    .map(([id, text]) => `${JSON.stringify(id)}:${JSON.stringify(text)}`)
    .join(',');
  portalTexts.set(key, texts);
  return texts;
}

const keys = Object.keys(catalogues[defaultLocale]);

/** The keys of one provider message: `provider.<id>` and its variants, `provider.<id>.<variant>`. */
const providerKeys = new Map<string, string[]>();
for (const key of keys) {
  const id = /^provider\.(\d+)/.exec(key)?.[1];
  if (id !== undefined) providerKeys.set(id, [...(providerKeys.get(id) ?? []), key]);
}

/** The seven-digit ids of provider messages that occur in a page's data. */
const idsIn = (data: string): Set<string> =>
  new Set(Array.from(data.matchAll(/"id":(\d{7})\b/g), ([, id]) => id ?? ''));

/**
 * The texts for a page's first paint, as a JSON object: the page's own, and those of the provider messages in its
 * data.
 *
 * @param page the page
 * @param data its data, as JSON
 * @param locale the page's language
 */
export function pageMessages(page: Page, data: string, locale: Locale): string {
  const texts = catalogues[locale];
  const provider = [...idsIn(data)]
    .flatMap((id) => providerKeys.get(id) ?? [])
    .map((key) => `,${JSON.stringify(key)}:${JSON.stringify(texts[key])}`)
    .join('');
  return `{${textsOf(page.name, locale)}${provider}}`;
}
