import { useMemo, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { Page, PageContext, PageName } from '../shared/page.ts';
import { App, type AppProps, type PageComponent } from './App.tsx';
import { catalogueLoader } from './catalogueLoader.ts';
import { portalIntl, servedZone, type Messages } from './portalIntl.ts';
import { useHydrated } from './ui/useHydrated.ts';

/** What the server writes into `<script type="application/json" id="page">`. */
export interface ServedPage {
  page: Page;
  context: PageContext;
  /** The texts of the first paint, compiled. */
  messages: Messages;
  /** URL of the whole compiled catalogue of the page's language. */
  catalogue: string;
}

/** The first sign that somebody uses the page: time to fetch the texts that an answer may need. */
const firstUse = ['pointerdown', 'keydown', 'input'] as const;

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the served document has no #${id}`);
  return found;
}

/** The screens that are fetched when one of them is shown. */
type LaterPage = 'error' | 'home' | 'logout' | 'settings';

/** The component of each screen. */
export type Screens = Record<Exclude<PageName, LaterPage>, PageComponent> & {
  later: () => Promise<Record<LaterPage, PageComponent>>;
};

/** The app with these texts. Its dates are in the zone of the served page until that is taken over, then in the reader's own. */
function LocalApp({ texts, ...props }: Omit<AppProps, 'intl'> & { texts: Messages }): ReactNode {
  const { locale, region } = props.context;
  const timeZone = useHydrated() ? undefined : servedZone;
  const intl = useMemo(
    () => portalIntl(locale, texts, { region, timeZone }),
    [locale, region, texts, timeZone],
  );
  return <App {...props} intl={intl} />;
}

/**
 * Brings the served page to life.
 *
 * @param screens every screen
 * @throws Error if the document was not served by the portal
 */
export async function hydrate(screens: Screens): Promise<void> {
  const { page, context, messages, catalogue } = JSON.parse(element('page').textContent) as ServedPage;
  const { name } = page;
  const { later, ...first } = screens;
  const component = name in first ? first[name as keyof typeof first] : (await later())[name as LaterPage];
  const app = (texts: Messages): ReactNode => (
    <LocalApp page={page} context={context} texts={texts} component={component} loadCatalogue={load} />
  );
  const load = catalogueLoader(catalogue, (texts) => {
    root.render(app({ ...messages, ...texts } as Messages));
  });
  const root = hydrateRoot(element('root'), app(messages));
  for (const event of firstUse) addEventListener(event, () => void load(), { once: true, capture: true });
}
