import type { IntlShape } from 'react-intl';
import type { ConsolePage } from '../../shared/console/pages.ts';

/** Returns the title of a page: a person's or application's name, an act's question, or the catalogue's. */
export function pageTitle({ formatMessage }: IntlShape, { name, props }: ConsolePage): string {
  if (name === 'person' || name === 'application') return props.name;
  if (name === 'act')
    return formatMessage({ id: `console.act.${props.act}.title` }, { name: props.target.name });
  if (name === 'failed' && props.problem !== 'log')
    return formatMessage({ id: `console.failed.${props.problem}` });
  if (name === 'edit' && props.id === undefined) return formatMessage({ id: 'console.invite.title' });
  return formatMessage({ id: `console.nav.${name}` });
}
