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
};

/** The texts of errors that forms show as well; the others are the error page's own. */
const ofForms =
  /^error\.(?:details|otherWay|reason\.(?:disabled|login_challenge|(?:mail|rate)_limited|other_account|security_csrf|social|start_again))/;

/**
 * The provider's messages that flows of a group's pages may have, by the ranges of their ids; a form on the start page has a
 * button with the label of one. The other groups have no flows.
 */
const ofProvider: Partial<Record<TextGroup, RegExp>> = {
  first: /^provider\.(?!1050(?!013)|4050)/,
  settings: /^provider\.(?:1010015|1060001|10[57]0|4000|4010004|4050|4710|5)/,
  account: /^provider\.1010015$/,
};

/** The texts of the frame around every page, which only the server renders. */
const ofFrame = /^(?:nav\.(?:label|menu|skip|title)$|common\.(?:accessibility|language|theme)\b)/;

/** Whether the pages of a group may need a text in the browser: their own texts, and those that all pages have in common. */
export function isTextOf(group: TextGroup, key: string): boolean {
  if (ofFrame.test(key)) return false;
  if (key.startsWith('provider.')) return ofProvider[group]?.test(key) === true;
  if (ofForms.test(key)) return true;
  const [part = ''] = key.split('.', 1);
  return (groupsByPart[part] ?? textGroups).includes(group);
}
