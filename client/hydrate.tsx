import { startTransition, useMemo, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { parseExactly } from '../shared/exactJson.ts';
import type { Page, PageContext, PageName } from '../shared/page.ts';
import type { Area, LaterScript, PagesOf } from '../shared/pages.ts';
import { App, type AppProps, type PageComponent } from './App.tsx';
import { portalIntl, servedZone, type Messages } from './portalIntl.ts';
import { useHydrated } from './ui/useHydrated.ts';

/** The data that the server writes into `<script type="application/json" id="page">`. */
export interface ServedPage {
  page: Page;
  context: PageContext;
  /** The code-split script with the page's component; absent if the first script has it. */
  later?: LaterScript;
  /** URL of the page's compiled texts. */
  texts: string;
}

/** The events of a first interaction, which fetch the code that sends forms. */
const firstEvents = ['pointerdown', 'keydown', 'input'] as const;

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the served document has no #${id}`);
  return found;
}

/** The component of each page. */
export interface Components {
  first: Record<PagesOf<Area, 'first'>, PageComponent>;
  /** Fetches the components of code-split scripts. */
  later: { [Name in LaterScript]: () => Promise<Record<PagesOf<Area, Name>, PageComponent>> };
  /** Fetches the code that no page needs before the first interaction. */
  firstUse: () => Promise<{ listen: () => void }>;
}

interface LocalAppProps extends Omit<AppProps, 'intl'> {
  texts: Messages;
}

/** Fetches compiled texts. @throws Error when that fails */
async function fetchTexts(url: string): Promise<Messages> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as Messages;
}

/** Renders the app with these texts; dates in the served page's time zone until hydration is done. */
function LocalApp({ texts, ...props }: LocalAppProps): ReactNode {
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
 * @throws Error if the document was not served by the portal
 */
export async function hydrate({ first, later, firstUse }: Components): Promise<void> {
  const served = parseExactly(element('page').textContent) as ServedPage;
  const { page, context, later: script, texts: url } = served;
  const [loaded, texts] = await Promise.all([script ? later[script]() : first, fetchTexts(url)]);
  // the server knows where the component is
  const component = (loaded as Record<PageName, PageComponent>)[page.name];
  // React hydrates a transition in slices, and anything else in one task
  startTransition(() => {
    hydrateRoot(
      element('main'),
      <LocalApp page={page} context={context} texts={texts} component={component} />,
    );
  });
  let rest: Promise<void> | undefined;
  const loadRest = (): void => {
    // if this fails, the next kind of event or the submit tries again
    rest ??= firstUse().then(
      ({ listen }) => listen(),
      () => (rest = undefined),
    );
  };
  for (const event of firstEvents) addEventListener(event, loadRest, { once: true, capture: true });
}
