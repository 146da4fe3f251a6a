import { createContext, use, useCallback, useState, type ReactNode } from 'react';
import type { PageContext } from '../../shared/page.ts';

interface Surroundings {
  context: PageContext;
  setCsrfToken: (token: string) => void;
}

const Surroundings = createContext<Surroundings | undefined>(undefined);

function useSurroundings(): Surroundings {
  const surroundings = use(Surroundings);
  if (!surroundings)
    throw new Error('a component that reads the page context stands outside of PageContextProvider');
  return surroundings;
}

/** Returns the context of every page. @throws Error outside of PageContextProvider */
export const usePageContext = (): PageContext => useSurroundings().context;

/** Returns what replaces the CSRF token in every form of the page. @throws Error outside of PageContextProvider */
export const useSetCsrfToken = (): ((token: string) => void) => useSurroundings().setCsrfToken;

/** Updates the forms of the page's frame, which only the server renders. */
function renewInMenus(token: string): void {
  const inputs = document.querySelectorAll<HTMLInputElement>(`form[action^="/preferences"] [name=_csrf]`);
  for (const input of inputs) input.value = token;
}

/** Provides the page context. */
export function PageContextProvider({
  context,
  children,
}: {
  context: PageContext;
  children: ReactNode;
}): ReactNode {
  const [csrfToken, setToken] = useState(context.csrfToken);
  const setCsrfToken = useCallback((token: string) => {
    setToken(token);
    renewInMenus(token);
  }, []);
  return <Surroundings value={{ context: { ...context, csrfToken }, setCsrfToken }}>{children}</Surroundings>;
}
