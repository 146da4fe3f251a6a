/**
 * The most fields of a form, and parameters of a query. Real forms have a dozen; a profile with a hundred traits and
 * lists still fits. The longest list in a query that the provider takes, of identities' ids, does not fit into a target
 * with more.
 */
export const maxFields = 200;

/** The most levels of JSON. Real forms have four. */
export const maxDepth = 16;

/** The maximum length of an address (RFC 5321, section 4.5.3.1.3). */
export const maxAddressLength = 254;

/** The most commas of JSON: many more than its fields, because texts have them, too. */
const maxJsonCommas = 5000;

/** Whether a separator occurs fewer than so many times in a text, without reading what is between. */
function occursFewerThan(most: number, separator: string, text: string | Buffer): boolean {
  let at = -1;
  for (let count = 0; count < most; count += 1) {
    at = text.indexOf(separator, at + 1);
    if (at < 0) return true;
  }
  return false;
}

/** Whether name=value pairs are at most `maxFields`. @param pairs a query, target or form */
export const isFewPairs = (pairs: string | Buffer): boolean => occursFewerThan(maxFields, '&', pairs);

/** Whether JSON is quick to parse, judged by its commas. */
export const isQuickJson = (json: string | Buffer): boolean => occursFewerThan(maxJsonCommas, ',', json);
