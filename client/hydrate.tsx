import { useMemo, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { Page, PageContext, PageName } from '../shared/page.ts';
import type { PagesOf } from '../shared/pages.ts';
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

/** The first interaction with the page: time to fetch the texts that an answer may need. */
const firstUse = ['pointerdown', 'keydown', 'input'] as const;

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the served document has no #${id}`);
  return found;
}

/** The component of each page. */
export interface Components {
  first: Record<PagesOf<'first'>, PageComponent>;
  /** Fetches those that are code-split. */
  later: () => Promise<Record<PagesOf<'later'>, PageComponent>>;
}

/** The app with these texts. Dates are in the served page's time zone until hydration is done, then in the reader's. */
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
 * Hydrates the served page.
 *
 * @param components every page's
 * @throws Error if the document was not served by the portal
 */
export async function hydrate({ first, later }: Components): Promise<void> {
  const { page, context, messages, catalogue } = JSON.parse(element('page').textContent) as ServedPage;
  const { name } = page;
  const isFirst = (page: PageName): page is PagesOf<'first'> => page in first;
  const component = isFirst(name) ? first[name] : (await later())[name];
  const app = (texts: Messages): ReactNode => (
    <LocalApp page={page} context={context} texts={texts} component={component} loadCatalogue={load} />
  );
  const load = catalogueLoader(catalogue, (texts) => {
    root.render(app({ ...messages, ...texts } as Messages));
  });
  const root = hydrateRoot(element('root'), app(messages));
  for (const event of firstUse) addEventListener(event, () => void load(), { once: true, capture: true });
}
