import { withQuery } from '../../shared/flow/pagePath.ts';
import { flowKinds, type FlowKind } from '../../shared/page.ts';

/** Returns the path of a page with its parameters; those without a value are left out. */
export function pageUrl(path: string, parameters: Record<string, string | undefined>): string {
  const present = Object.entries(parameters).filter((entry): entry is [string, string] => !!entry[1]);
  return withQuery(path, new URLSearchParams(present));
}

/**
 * Returns the path and query of a URL of the portal.
 *
 * @param url absolute; from a request, so it may be anything
 * @returns undefined for a URL of another site, and for one that browsers would read as such
 */
export function ownPath(url: string, portalUrl: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, pathname, search } = new URL(url);
  // two slashes would make it a URL of another host
  return origin === portalUrl && !pathname.startsWith('//') ? pathname + search : undefined;
}

/** The path of a section of the settings. */
export const sectionPath = (anchor: string): string => `/settings#${anchor}`;

/** The settings at their top: with a fragment, even an empty one, browsers drop that of the form that led here. */
export const settingsFromTop = '/settings#';

/** Returns the kind of flow whose forms the provider accepts at a path; undefined for any other path. */
export const submittedFlow = (path: string): FlowKind | undefined =>
  flowKinds.find((kind) => path === `/self-service/${kind}`);

/** The paths at which a sign-in begins: the portal's page, and the provider's own. */
export const signInPaths = ['/login', '/self-service/login/browser', '/self-service/login/api'];
