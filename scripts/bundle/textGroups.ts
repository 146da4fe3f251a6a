import { pageNames, textGroup, textGroups, type TextGroup } from '../../shared/pages.ts';

/** The groups that need a text, by the first part of its key; every group needs those that are not listed. */
const groupsByPart: Partial<Record<string, readonly TextGroup[]>> = {
  ...Object.fromEntries(pageNames.map((name) => [name, [textGroup(name)]])),
  // only the server renders the console, the reference, and the archive of somebody's data
  console: [],
  docs: [],
  archive: [],
  // the mail templates, which Kratos fills
  mail: [],
  applications: ['settings'],
  deviceName: ['settings', 'activity'],
  scope: ['oauth2', 'settings'],
  scopeHint: ['oauth2', 'settings'],
  // forms also show the reasons of errors
  error: textGroups,
};

/** The texts of errors that only their page has: what no form is answered with. */
const ofErrorPage =
  /^error\.(?:(?:back|contact|message|retry|serverFault|startAgain|startAgainAt|unexplained)$|title\.|reason\.(?:error_not_found|link_limited|method_not_allowed|not_found|target_\w+|unsupported_media_type)$)/;

/** Whether the pages of a group may need a text in the browser: their own texts, and those that all pages have in common. */
export function isTextOf(group: TextGroup, key: string): boolean {
  if (ofErrorPage.test(key)) return group === textGroup('error');
  const [part = ''] = key.split('.', 1);
  return (groupsByPart[part] ?? textGroups).includes(group);
}
