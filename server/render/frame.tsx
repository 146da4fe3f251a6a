/** Parts of the frame of every page, for a document that is not rendered as one. */
import type { ReactNode } from 'react';
import { RawIntlProvider, type IntlShape } from 'react-intl';
import { Footer } from '../../client/shell/Footer.tsx';
import { PageContextProvider } from '../../client/shell/PageContext.tsx';
import type { PageContext } from '../../shared/page.ts';

export { Mark } from '../../client/ui/Mark.tsx';

/** The footer of every page: the choice of language and theme, and links. */
export function PageFooter({ context, intl }: { context: PageContext; intl: IntlShape }): ReactNode {
  return (
    <RawIntlProvider value={intl}>
      <PageContextProvider context={context}>
        <Footer />
      </PageContextProvider>
    </RawIntlProvider>
  );
}
