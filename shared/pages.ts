import type { PageName } from './page.ts';

/** The kinds of visitors with different links in the header. */
export type VisitorKind = 'signedIn' | 'awaitsSecondFactor' | 'signedOut';

/** The areas. No page loads the code-split scripts, the styles or the texts of another area. */
export const areas = ['account', 'oauth2'] as const;

/** An area, by name. */
export type Area = (typeof areas)[number];

/** The code-split scripts: those of the areas, and those of pages that few people open. */
export type LaterScript = Area | 'settings' | 'activity';

/** The frame of a page's content: one card, which on a phone is the page, or several cards on a ground. */
type Layout = 'card' | 'cards';

interface PageRow {
  path: `/${string}`;
  /** The area with its loader, component, scripts, styles and texts. */
  area: Area;
  /** The script with its component: every page's, or a code-split one by its name. */
  script: 'first' | LaterScript;
  /** The catalogue key of the document's title, unless that depends on the page's content. */
  title?: string;
  /** `card` when absent. */
  layout?: Layout;
  /** The visitors who see its link in the header; nobody when absent. */
  offeredTo?: readonly VisitorKind[];
}

/**
 * Every page: routes, components, code splitting, titles and navigation follow from this table. A new page is a row
 * here, a loader in its area's `loaders.ts` and a component in its area's `pages.ts` (`firstPages.ts` or `laterPages.ts`
 * in the account area).
 */
const pages = {
  home: {
    path: '/',
    area: 'account',
    script: 'account',
    layout: 'cards',
    offeredTo: ['signedIn', 'signedOut'],
  },
  // the title depends on the login's purpose, see `loginTitle`
  login: { path: '/login', area: 'account', script: 'first', offeredTo: ['signedOut'] },
  registration: { path: '/registration', area: 'account', script: 'first', title: 'registration.pageTitle' },
  recovery: { path: '/recovery', area: 'account', script: 'first', title: 'recovery.pageTitle' },
  verification: { path: '/verification', area: 'account', script: 'first', title: 'verification.pageTitle' },
  // the provider's own paths, as its mails name them: links without a token pass on to the provider
  recoveryLink: {
    path: '/self-service/recovery',
    area: 'account',
    script: 'account',
    title: 'recoveryLink.title',
  },
  verificationLink: {
    path: '/self-service/verification',
    area: 'account',
    script: 'account',
    title: 'verificationLink.title',
  },
  settings: {
    path: '/settings',
    area: 'account',
    script: 'settings',
    title: 'settings.title',
    layout: 'cards',
    offeredTo: ['signedIn'],
  },
  activity: {
    path: '/activity',
    area: 'account',
    script: 'activity',
    title: 'activity.title',
    layout: 'cards',
  },
  agreement: { path: '/agreement', area: 'account', script: 'activity', title: 'agreement.title' },
  secure: { path: '/secure', area: 'account', script: 'activity', title: 'secure.title' },
  data: { path: '/data', area: 'account', script: 'activity', title: 'data.title', layout: 'cards' },
  logout: {
    path: '/logout',
    area: 'account',
    script: 'account',
    title: 'logout.pageTitle',
    offeredTo: ['signedIn', 'awaitsSecondFactor'],
  },
  error: { path: '/error', area: 'account', script: 'account' },
  accessibility: { path: '/accessibility', area: 'account', script: 'account', title: 'accessibility.title' },
  chooseAccount: { path: '/login/account', area: 'oauth2', script: 'oauth2', title: 'chooseAccount.title' },
  consent: { path: '/consent', area: 'oauth2', script: 'oauth2', title: 'consent.pageTitle' },
  device: { path: '/device', area: 'oauth2', script: 'oauth2', title: 'device.title' },
  deviceDone: { path: '/device/done', area: 'oauth2', script: 'oauth2', title: 'deviceDone.title' },
  deviceDenied: { path: '/device/denied', area: 'oauth2', script: 'oauth2', title: 'deviceDenied.title' },
} as const satisfies Record<PageName, PageRow>;

/** Returns the pages of an area: all, or only those whose component is in a certain script. */
export type PagesOf<InArea extends Area, Script extends PageRow['script'] = PageRow['script']> = {
  [Name in PageName]: (typeof pages)[Name] extends { script: Script; area: InArea } ? Name : never;
}[PageName];

/** The pages that share a script, and so a file of texts. */
export type TextGroup = LaterScript | 'first';

/** The names of all pages, in the order of the header's links. */
export const pageNames = Object.keys(pages) as PageName[];

/** Returns a page's row. */
export const pageRow = (name: PageName): PageRow & Required<Pick<PageRow, 'offeredTo'>> => ({
  offeredTo: [],
  ...pages[name],
});

/** Returns the code-split script with a page's component; undefined if that is in the first script. */
export function laterScript(name: PageName): LaterScript | undefined {
  const { script }: PageRow = pages[name];
  return script === 'first' ? undefined : script;
}

/** Returns the group of pages whose file has a page's texts. */
export const textGroup = (name: PageName): TextGroup => laterScript(name) ?? 'first';

/** Every group of pages with a file of texts. */
export const textGroups: readonly TextGroup[] = [...new Set(pageNames.map(textGroup))];
