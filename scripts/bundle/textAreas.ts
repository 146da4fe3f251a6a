import { areas, pageNames, pageRow, type Area } from '../../shared/pages.ts';

/** The areas of texts by the first part of their keys, if that is not a page's name or several areas need them. */
const areasByPart: Partial<Record<string, readonly Area[]>> = {
  // only the server renders the reference
  docs: [],
  // the mail templates, which Kratos fills
  mail: [],
  // a page brings the ones that it shows, and none is shown later; see server/render/pageMessages.ts
  accessibility: [],
  applications: [],
  recoveryLink: [],
  verificationLink: [],
  settings: [],
  scope: [],
  scopeHint: [],
  // forms also show the reasons of errors
  error: areas,
};

const pageAreas = new Map<string, Area[]>(pageNames.map((name) => [name, [pageRow(name).area]]));

/**
 * Whether an area's pages may need a text in the browser: those of its own pages, and those that all areas have in common.
 *
 * @param area the area
 * @param key the text's key; its first part decides
 */
export function isTextOf(area: Area, key: string): boolean {
  const [part = ''] = key.split('.', 1);
  return (areasByPart[part] ?? pageAreas.get(part) ?? areas).includes(area);
}
