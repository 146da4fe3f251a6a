import { lookUp } from '../../shared/fields.ts';
import type { ErrorDetails, Flow, Page, PageContext } from '../../shared/page.ts';
import type { IntlShape } from 'react-intl';
import { inputAttributes } from '../../shared/flow/inputAttributes.ts';
import { isCode } from '../../shared/flow/typedText.ts';
import { loginTitle } from './model/login.ts';
import { saysError } from '../../shared/flow/messages.ts';
import { nodeTitle } from './messages/nodeTitle.ts';
import { sentEmail } from '../../shared/flow/flowState.ts';

/** Catalogue keys of titles by status code; all other codes share one. */
const titles: Partial<Record<string, string>> = { 404: 'error.title.404', 500: 'error.title.500' };

/** Returns the catalogue key of the error card's title. */
export const errorTitle = ({ code, title }: Pick<ErrorDetails, 'code' | 'title'>): string =>
  title ?? lookUp(titles, String(code)) ?? 'error.title.other';

/** Returns a page's own title, by its content or its row; the home page has none. */
function titleOf(page: Page, id = ''): ReturnType<typeof loginTitle> {
  if (page.name === 'login') return loginTitle(page.props.flow);
  if (page.name === 'error') return { id: errorTitle(page.props.error) };
  return { id: page.name === 'consent' && page.props.otherAccount ? 'chooseAccount.title' : id };
}

/** Returns the label of the code that a flow waits for, so that this step has its own title. */
function step(intl: IntlShape, { state, ui }: Flow): string | undefined {
  if (state !== sentEmail) return undefined;
  const code = ui.nodes.find((node) => isCode(inputAttributes(node)?.name ?? ''));
  return code && nodeTitle(intl, code, 0);
}

/**
 * Returns the document title: the step and the screen's own title, if any, then product and portal (WCAG 2.2, 2.4.2).
 *
 * @param hasErrors whether something has to be corrected: the title then begins with 'Error'
 */
export function documentTitle(
  intl: IntlShape,
  page: Page,
  { product, pageTitle }: Pick<PageContext, 'product' | 'pageTitle'>,
  hasErrors = 'flow' in page.props && saysError(page.props.flow),
): string {
  const { id, values } = titleOf(page, pageTitle);
  const parts = [
    'flow' in page.props && step(intl, page.props.flow),
    id in intl.messages && intl.formatMessage({ id }, values),
    intl.formatMessage({ id: 'common.documentTitle' }, { product }),
  ];
  const title = parts.filter(Boolean).join(' · ');
  return hasErrors ? intl.formatMessage({ id: 'common.errorTitle' }, { title }) : title;
}
