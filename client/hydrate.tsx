import { startTransition, useEffect, useMemo, type ReactNode } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import type { Page, PageContext, PageName } from '../shared/page.ts';
import type { Area, LaterScript, PagesOf } from '../shared/pages.ts';
import { completeNodes } from '../shared/packedPage.ts';
import { unpackedTexts } from '../shared/messages/packedTexts.ts';
import { App, type AppProps, type PageComponent } from './App.tsx';
import { catalogueLoader, fetchTexts } from './catalogueLoader.ts';
import { portalIntl, servedZone, type Messages } from './portalIntl.ts';
import { useHydrated } from './ui/useHydrated.ts';

/** The data that the server writes into `<script type="application/json" id="page">`. */
export interface ServedPage {
  page: Page;
  context: PageContext;
  /** The code-split script with the page's component; absent if the first script has it. */
  later?: LaterScript;
  /** The texts of the first paint, parsed and packed, without those in `textFile`. */
  messages: Messages;
  /** URL of the page's own texts, if they are a file. */
  textFile?: string;
  /** URL of the compiled catalogue of the page's area and language. */
  catalogue: string;
}

/** The events of a first interaction, which fetch the code that sends forms and the texts that an answer may need. */
const firstEvents = ['pointerdown', 'keydown', 'input'] as const;

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the served document has no #${id}`);
  return found;
}

/** The component of each page. */
export interface Components {
  first: Record<PagesOf<Area, 'first'>, PageComponent>;
  /** Fetches code-split components: an area's, or a page's own. */
  later: { [Name in Area]: () => Promise<Record<PagesOf<Name, 'later'>, PageComponent>> } & {
    [Name in PagesOf<Area, 'own'>]: () => Promise<Record<Name, PageComponent>>;
  };
  /** Fetches the code that no page needs before the first interaction. */
  firstUse: () => Promise<{ listen: () => void }>;
}

interface LocalAppProps extends Omit<AppProps, 'intl'> {
  texts: Messages;
  onHydrated: () => void;
}

/**
 * Renders the app with these texts. Dates are in the served page's time zone until hydration is done, then in the
 * reader's.
 */
function LocalApp({ texts, onHydrated, ...props }: LocalAppProps): ReactNode {
  const { locale, region } = props.context;
  useEffect(onHydrated, [onHydrated]);
  const timeZone = useHydrated() ? undefined : servedZone;
  const intl = useMemo(
    () => portalIntl(locale, unpackedTexts(texts), { region, timeZone }),
    [locale, region, texts, timeZone],
  );
  return <App {...props} intl={intl} />;
}

/**
 * Hydrates the served page.
 *
 * @param components the components of all pages
 * @throws Error if the document was not served by the portal
 */
export async function hydrate({ first, later, firstUse }: Components): Promise<void> {
  const served = JSON.parse(element('page').textContent) as ServedPage;
  const { page, context, textFile, catalogue } = served;
  // the attribute: browsers may have restored another value of an earlier visit
  completeNodes(page, (name) => document.getElementsByName(name)[0]?.getAttribute('value') ?? '');
  const [loaded, own] = await Promise.all([
    served.later ? later[served.later]() : first,
    textFile ? fetchTexts(textFile) : {},
  ]);
  const messages = { ...own, ...served.messages };
  // the server knows where the component is
  const component = (loaded as Record<PageName, PageComponent>)[page.name];
  let onHydrated!: () => void;
  const hydrated = new Promise<void>((resolve) => (onHydrated = resolve));
  const app = (texts: Messages): ReactNode => (
    <LocalApp
      page={page}
      context={context}
      texts={texts}
      component={component}
      loadCatalogue={load}
      onHydrated={onHydrated}
    />
  );
  let root!: Root;
  const load = catalogueLoader(catalogue, async (texts) => {
    // React would replace a page that it has not hydrated yet, with what was typed
    await hydrated;
    root.render(app({ ...messages, ...texts }));
  });
  // React hydrates a transition in slices, and anything else in one task
  startTransition(() => {
    root = hydrateRoot(element('main'), app(messages));
  });
  let rest: Promise<void> | undefined;
  const loadRest = (): void => {
    void load();
    // if this fails, the next kind of event or the submit tries again
    rest ??= firstUse().then(
      ({ listen }) => listen(),
      () => (rest = undefined),
    );
  };
  for (const event of firstEvents) addEventListener(event, loadRest, { once: true, capture: true });
}
