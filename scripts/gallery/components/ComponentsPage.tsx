import type { ReactNode } from 'react';
import { RawIntlProvider, type IntlShape } from 'react-intl';
import { components } from './components.ts';

interface ComponentsPageProps {
  intl: IntlShape;
  /** Returns a component's docstring. */
  docstring: (name: string) => string;
}

/** Every component of `client/ui`: its docstring, and each of its states with its name. */
export function ComponentsPage({ intl, docstring }: ComponentsPageProps): ReactNode {
  return (
    <RawIntlProvider value={intl}>
      <main className="components">
        <h1>Components</h1>
        {Object.entries(components).map(([name, states]) => (
          <section key={name} id={name}>
            <h2>{name}</h2>
            <p>{docstring(name)}</p>
            <div className="states">
              {Object.entries(states).map(([state, shown]) => (
                <figure key={state}>
                  <figcaption>{state}</figcaption>
                  <div>{shown}</div>
                </figure>
              ))}
            </div>
          </section>
        ))}
      </main>
    </RawIntlProvider>
  );
}
