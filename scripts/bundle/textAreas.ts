import { pageNames, textGroup, textGroups, type TextGroup } from '../../shared/pages.ts';

/** The groups that need texts by the first part of their keys, if that is not a page's name or several groups need them. */
const groupsByPart: Partial<Record<string, readonly TextGroup[]>> = {
  // only the server renders the reference
  docs: [],
  // the mail templates, which Kratos fills
  mail: [],
  applications: ['settings'],
  scope: ['oauth2', 'settings'],
  scopeHint: ['oauth2', 'settings'],
  // forms also show the reasons of errors
  error: textGroups,
};

const groupByPage = new Map<string, readonly TextGroup[]>(pageNames.map((name) => [name, [textGroup(name)]]));

/**
 * Whether the pages of a group may need a text in the browser: their own texts, and those that all pages have in common.
 *
 * @param group the group
 * @param key the text's key; its first part decides
 */
export function isTextOf(group: TextGroup, key: string): boolean {
  const [part = ''] = key.split('.', 1);
  return (groupsByPart[part] ?? groupByPage.get(part) ?? textGroups).includes(group);
}
