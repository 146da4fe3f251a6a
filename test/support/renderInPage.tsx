import type { ReactNode } from 'react';
import { render, type RenderResult } from '@testing-library/react';
import { RawIntlProvider } from 'react-intl';
import { PageContextProvider } from '../../client/shell/PageContext.tsx';
import { portalIntl } from '../../client/portalIntl.ts';
import en from '../../locales/en.json' with { type: 'json' };
import type { PageContext } from '../../shared/page.ts';
import { someContext } from './someContext.ts';

/**
 * Wraps a component in the English texts and a page context.
 *
 * @param children the component
 * @param context overrides of a signed-out visitor's context
 */
export const inPage = (children: ReactNode, context: Partial<PageContext> = {}): ReactNode => (
  <RawIntlProvider value={portalIntl('en', en)}>
    <PageContextProvider context={{ ...someContext, ...context }}>{children}</PageContextProvider>
  </RawIntlProvider>
);

/** Renders a component as `inPage` does. */
export const renderInPage = (...page: Parameters<typeof inPage>): RenderResult => render(inPage(...page));
