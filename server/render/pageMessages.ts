import type { Notice, Page, PageContext, PageName } from '../../shared/page.ts';
import { defaultLocale, type Locale } from '../../shared/messages/locales.ts';
import { packedText } from '../../shared/messages/packedTexts.ts';
import { catalogues, type Catalogues } from './catalogues.ts';

/** Key prefixes of the texts that every page may need before it can fetch the catalogue. */
const commonPrefixes = ['common.', 'flow.', 'transport.', 'trait.email', 'error.details', 'field.notChosen'];

/** Key prefixes of further texts that a page shows, in addition to its own. */
const morePrefixes: Partial<Record<PageName, string[]>> = {
  consent: ['scope.', 'scopeHint.'],
  deviceDenied: ['device.title'],
  login: ['nav.settings'],
  registration: ['field.newPassword'],
  // the browser also announces a confirmed change, because it keeps the typed text
  settings: ['applications.', 'scope.', 'field.newPassword', 'flow.confirmed', 'nav.logout'],
};

/** Texts that few pages show initially: the portal's notices about a flow, and warnings. */
const rare = new Set<string>([
  ...(
    [
      'expired',
      'csrf',
      'elsewhere',
      'linkOver',
      'ended',
      'registered',
      'signedOut',
      'filledIn',
      'verified',
      'confirmed',
      'oneMoreStep',
    ] satisfies Notice[]
  ).map((notice) => `flow.${notice}`),
  'common.doubledCookies',
]);

/** Texts of the page's frame, which only the server renders. */
const ofFrame = /^common\.(accessibility|language|support|theme)/;

/** Texts inside of `noscript`, which scripts do not render. */
const withoutScripts = new Set(['flow.needsScripts']);

/**
 * Texts about an answer, which the page waits for together with the catalogue, and about an expiring flow, whose script
 * fetches the catalogue.
 */
const ofCatalogue = /^(transport\.(codeUsed|limited|mailLimited|refused)|flow\.expiry\.)/;

/** Texts that those pages that may show them need only if the page's data contain their subject. */
const dependent: { texts: RegExp; about: RegExp }[] = [
  {
    texts: /^flow\.(noMail|newCode|resendIn|code\.)/,
    about: /"sent_email"|"name":"(code|resend|totp_code|lookup_secret)"/,
  },
  { texts: /^flow\.hint\./, about: /"name":"(totp_code|lookup_secret)"/ },
  { texts: /^field\.notChosen$/, about: /"options":\[|"name":"traits\.locale"/ },
  { texts: /^flow\.(key\.|scriptsMissing|unsupported)/, about: /"type":"button"|webauthn|passkey|onclick/i },
  { texts: /^flow\.dateTime$/, about: /"type":"datetime-local"/ },
  { texts: /^login\.cancel/, about: /"cancel":/ },
  { texts: /^login\.footer\.trouble/, about: /"logoutUrl":/ },
  { texts: /^login\.last$/, about: /"lastMethods":/ },
  { texts: /^login\.notYou$/, about: /"lastAddress":/ },
  { texts: /^login\.title\.refresh$/, about: /"refresh":(?!false\b)/ },
  { texts: /^(login\.(title\.aal2|noSecondFactor)|nav\.settings)$/, about: /"requested_aal":"aal2"/ },
  { texts: /^login\.(subtitle\.client|unnamedClient)$/, about: /"oauth2_login_/ },
];

const keys = Object.keys(catalogues[defaultLocale]);

const dependentKeys = dependent.map(({ texts, about }) => ({
  about,
  ids: keys.filter((id) => texts.test(id)),
}));
const isDependent = (id: string): boolean => dependent.some(({ texts }) => texts.test(id));

/** The keys of one provider message: `provider.<id>` and its variants, `provider.<id>.<variant>`. */
const providerKeys = new Map<string, string[]>();
for (const key of keys) {
  const id = /^provider\.(\d+)/.exec(key)?.[1];
  if (id !== undefined) providerKeys.set(id, [...(providerKeys.get(id) ?? []), key]);
}

const isCommon = (id: string): boolean => commonPrefixes.some((prefix) => id.startsWith(prefix));

const isOwn = (page: PageName, id: string): boolean =>
  [`${page}.`, ...(morePrefixes[page] ?? [])].some((prefix) => id.startsWith(prefix));

/** The pages whose own texts are a file: they have so many that its request pays. */
export const pagesWithTextFile = ['settings'] as const satisfies PageName[];

/** Whether a page is always served with a text, whatever its data are: in its HTML, or in the file of its own texts. */
export const isAlwaysNeeded = (page: PageName, id: string): boolean =>
  (isOwn(page, id) || (isCommon(id) && !rare.has(id) && !ofFrame.test(id))) &&
  !withoutScripts.has(id) &&
  !ofCatalogue.test(id) &&
  !isDependent(id);

/** The seven-digit ids of provider messages that occur in a page's data. */
const idsIn = (data: string): Set<string> =>
  new Set(Array.from(data.matchAll(/"id":(\d{7})\b/g), ([, id]) => id ?? ''));

/** The keys of the titles of the traits that occur in a page's data. */
const traitsIn = (data: string): Set<string> =>
  new Set(Array.from(data.matchAll(/"traits(\.[\w.-]+)"/g), ([, trait]) => `trait${trait ?? ''}`));

/**
 * Returns the texts for a page's first paint as a JSON object: the page's own, and those of the provider messages and
 * traits in its data.
 *
 * @param hasFile whether the page's own texts are left out, as a file has them
 */
export type PageMessages = (
  page: Page,
  data: string,
  context: Pick<PageContext, 'locale' | 'warning'>,
  hasFile?: boolean,
) => string;

/**
 * Creates the function that picks the texts for a page's first paint. It caches each page's own texts, because they
 * are the same for every visit.
 *
 * @param texts every language's texts
 */
export function createPageMessages(texts: Catalogues): PageMessages {
  const cache = new Map<string, string>();

  const member = (id: string, locale: Locale): string =>
    `${JSON.stringify(id)}:${JSON.stringify(packedText(texts[locale][id]))}`;

  /** The page's own texts as the inside of a JSON object. */
  function ownTexts(page: PageName, locale: Locale): string {
    const key = `${locale} ${page}`;
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const own = Object.keys(texts[locale])
      .filter((id) => isAlwaysNeeded(page, id))
      .map((id) => member(id, locale))
      .join(',');
    cache.set(key, own);
    return own;
  }

  return (page, data, { locale, warning }, hasFile = false) => {
    const notice = 'notice' in page.props && page.props.notice ? [`flow.${page.props.notice}`] : [];
    const warnings = warning ? [`common.${warning}`] : [];
    const traits = [...traitsIn(data)].filter((key) => !isCommon(key) && key in texts[locale]);
    const said = [...idsIn(data)].flatMap((id) => providerKeys.get(id) ?? []);
    const needed = dependentKeys.flatMap(({ about, ids }) => (about.test(data) ? ids : []));
    const shown = needed.filter((id) => isCommon(id) || isOwn(page.name, id));
    const further = [...notice, ...warnings, ...traits, ...said, ...shown].map((id) => member(id, locale));
    const own = hasFile ? '' : ownTexts(page.name, locale);
    return `{${[own, ...further].filter((texts) => texts !== '').join(',')}}`;
  };
}
