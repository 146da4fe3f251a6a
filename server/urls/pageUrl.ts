import { withQuery } from '../../shared/withQuery.ts';

/**
 * Returns the path of a page with its parameters; those without a value are left out.
 *
 * @param path a path on the portal's origin
 * @param parameters query parameters by name
 */
export function pageUrl(path: string, parameters: Record<string, string | undefined>): string {
  const present = Object.entries(parameters).filter((entry): entry is [string, string] => !!entry[1]);
  return withQuery(path, new URLSearchParams(present));
}
