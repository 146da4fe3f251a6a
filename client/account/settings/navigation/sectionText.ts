import type { IntlShape } from 'react-intl';

/**
 * Returns the name of a settings section; the link's text replaces a missing title. If the catalogue has neither, the
 * name is built from the group's (`settings.more`).
 */
export function sectionText(intl: IntlShape, id: string, place: 'title' | 'nav'): string {
  const key = [`settings.${id}.${place}`, `settings.${id}.nav`].find((name) => name in intl.messages);
  if (key !== undefined) return intl.formatMessage({ id: key });
  return intl.formatMessage({ id: 'settings.more' }, { group: id.replace(/[_-]+/g, ' ').trim() });
}
