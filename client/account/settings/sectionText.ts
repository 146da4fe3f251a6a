import type { IntlShape } from 'react-intl';

/**
 * The name of a settings section. If the catalogue has none, it is made from the group's name (`settings.more`).
 *
 * @param intl the formatter of the page's language
 * @param id the section's id, see `sections`
 * @param place its own title, or its link in the navigation
 */
export function sectionText(intl: IntlShape, id: string, place: 'title' | 'nav'): string {
  const key = `settings.${id}.${place}`;
  if (key in intl.messages) return intl.formatMessage({ id: key });
  return intl.formatMessage({ id: 'settings.more' }, { group: id.replace(/[_-]+/g, ' ').trim() });
}
