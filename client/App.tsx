import type { ComponentType, ReactNode } from 'react';
import { RawIntlProvider, type IntlShape } from 'react-intl';
import type { Page, PageContext, PageName, PageProps } from '../shared/page.ts';
import { PageContextProvider } from './shell/PageContext.tsx';
import { Notices } from './shell/Notices.tsx';

/** A page's component: its props come from the page's loader. */
export type PageComponent = { [Name in PageName]: ComponentType<PageProps[Name]> }[PageName];

/** The page to show, with its texts and its component. */
export interface AppProps {
  page: Page;
  context: PageContext;
  intl: IntlShape;
  /** The component of `page.name`. */
  component: PageComponent;
}

/** The main part of a page: rendered to a string by the server, hydrated by the browser. */
export function App({ page, context, intl, component }: AppProps): ReactNode {
  const PageBody = component as ComponentType<Page['props']>;
  return (
    <RawIntlProvider value={intl}>
      <PageContextProvider context={context}>
        <Notices page={page.name} />
        <PageBody {...page.props} />
      </PageContextProvider>
    </RawIntlProvider>
  );
}
