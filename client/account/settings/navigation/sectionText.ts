import type { IntlShape } from 'react-intl';

/**
 * The name of a settings section; its link's also stands for a missing title. If the catalogue has none, it is made from the group's name (`settings.more`).
 *
 * @param intl the formatter of the page's language
 * @param id the section's id, see `sections`
 * @param place its own title, or its link in the navigation
 */
export function sectionText(intl: IntlShape, id: string, place: 'title' | 'nav'): string {
  const key = [`settings.${id}.${place}`, `settings.${id}.nav`].find((name) => name in intl.messages);
  if (key !== undefined) return intl.formatMessage({ id: key });
  return intl.formatMessage({ id: 'settings.more' }, { group: id.replace(/[_-]+/g, ' ').trim() });
}
