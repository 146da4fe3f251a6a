import type { IntlShape } from 'react-intl';
import type { PageName } from '../../shared/page.ts';

/**
 * The title of a document: product and portal, with the screen's own title before it where it has one (WCAG 2.2, 2.4.2).
 *
 * @param intl the formatter of the page's language
 * @param page the screen
 * @param product the product's name
 */
export function documentTitle(intl: IntlShape, page: PageName, product: string): string {
  const portal = intl.formatMessage({ id: 'common.documentTitle' }, { product });
  const key = [`${page}.pageTitle`, `${page}.title`].find((id) => id in intl.messages);
  return key === undefined ? portal : `${intl.formatMessage({ id: key })} · ${portal}`;
}
