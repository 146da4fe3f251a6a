import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { RawIntlProvider, type IntlShape } from 'react-intl';
import { Footer } from '../../client/shell/Footer.tsx';
import { LanguageMenu } from '../../client/shell/LanguageMenu.tsx';
import { PageContextProvider } from '../../client/shell/PageContext.tsx';
import { Shell } from '../../client/shell/Shell.tsx';
import type { PageContext, PageName } from '../../shared/page.ts';

export { Mark } from '../../client/ui/Mark.tsx';

interface Surroundings {
  context: PageContext;
  intl: IntlShape;
}

const inPage = ({ context, intl }: Surroundings, children: ReactNode): ReactNode => (
  <RawIntlProvider value={intl}>
    <PageContextProvider context={context}>{children}</PageContextProvider>
  </RawIntlProvider>
);

/**
 * The footer of every page, for documents that are not rendered as pages and have no header: with the choice of language.
 */
export const PageFooter = (surroundings: Surroundings): ReactNode =>
  inPage(
    surroundings,
    <Footer>
      <LanguageMenu />
    </Footer>,
  );

/** Renders the frame of a page around its main part. */
export const renderShell = (page: PageName, content: string, surroundings: Surroundings): string =>
  renderToString(inPage(surroundings, <Shell page={page} content={content} />));
