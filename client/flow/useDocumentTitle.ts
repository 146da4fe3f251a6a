import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { documentTitle } from './documentTitle.ts';
import type { Page } from '../../shared/page.ts';
import { usePageContext } from '../shell/PageContext.tsx';

/**
 * Keeps the document's title in sync with the current step.
 *
 * @param hasErrors whether the portal itself found errors
 */
export function useDocumentTitle(page: Page, hasErrors: boolean): void {
  const intl = useIntl();
  const title = documentTitle(intl, page, usePageContext(), hasErrors || undefined);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
