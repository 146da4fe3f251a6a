import { createContext, use, useCallback, useState, type ReactNode } from 'react';
import type { PageContext } from '../../shared/page.ts';

interface Surroundings {
  context: PageContext;
  loadCatalogue: () => Promise<void>;
  setCsrfToken: (token: string) => void;
}

const Surroundings = createContext<Surroundings | undefined>(undefined);

function useSurroundings(): Surroundings {
  const surroundings = use(Surroundings);
  if (!surroundings)
    throw new Error('a component that reads the page context stands outside of PageContextProvider');
  return surroundings;
}

/**
 * Returns the context of every page: language, product, theme, who is signed in.
 *
 * @throws Error outside of PageContextProvider
 */
export const usePageContext = (): PageContext => useSurroundings().context;

/**
 * Returns a function that loads the catalogue of the page's area and language. Await it before showing an answer of
 * the provider, because the page is served with only the texts of its first paint. It never rejects; if loading
 * fails, the provider's own texts are shown.
 *
 * @throws Error outside of PageContextProvider
 */
export const useLoadCatalogue = (): (() => Promise<void>) => useSurroundings().loadCatalogue;

/**
 * Returns a function that replaces the portal's CSRF token in every form of the page.
 *
 * @throws Error outside of PageContextProvider
 */
export const useSetCsrfToken = (): ((token: string) => void) => useSurroundings().setCsrfToken;

/** Updates the forms of the page's frame, which only the server renders. */
function renewInMenus(token: string): void {
  const inputs = document.querySelectorAll<HTMLInputElement>(`form[action^="/preferences"] [name=_csrf]`);
  for (const input of inputs) input.value = token;
}

const nothingToLoad = (): Promise<void> => Promise.resolve();

/** Provides the page context and the catalogue loader. */
export function PageContextProvider({
  context,
  loadCatalogue = nothingToLoad,
  children,
}: {
  context: PageContext;
  loadCatalogue?: () => Promise<void>;
  children: ReactNode;
}): ReactNode {
  const [csrfToken, setToken] = useState(context.csrfToken);
  const setCsrfToken = useCallback((token: string) => {
    setToken(token);
    renewInMenus(token);
  }, []);
  return (
    <Surroundings value={{ context: { ...context, csrfToken }, loadCatalogue, setCsrfToken }}>
      {children}
    </Surroundings>
  );
}
