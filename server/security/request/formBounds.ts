import { formTooComplex } from '../../http/errors.ts';

/**
 * The most fields of a form, and parameters of a query. Real forms have a dozen; a profile with a hundred traits and
 * lists still fits. The longest list in a query that the provider takes, of identities' ids, does not fit into a target
 * with more.
 */
export const maxFields = 200;

/** The most levels of JSON. Real forms have four. */
const maxDepth = 16;

/** Whether a content type is JSON, like the provider reads it. */
export const isJsonType = (contentType = ''): boolean =>
  /^\s*application\/(?:[\w.-]+\+)?json\b/i.test(contentType);

/** Whether name=value pairs are at most `maxFields`, without reading any. @param pairs a query, target or form */
export function isFewPairs(pairs: string | Buffer): boolean {
  let at = -1;
  for (let count = 0; count < maxFields; count += 1) {
    at = pairs.indexOf('&', at + 1);
    if (at < 0) return true;
  }
  return false;
}

const [quote, backslash, comma, openList, closeList, openObject, closeObject] = Array.from(
  '"\\,[]{}',
  (one) => one.charCodeAt(0),
);

/**
 * Whether JSON has at most `maxFields` members and entries, all levels together, and `maxDepth` levels, without parsing it.
 *
 * @param json in UTF-8; whatever is not JSON is left to the parser
 */
function isSmallJson(json: Buffer): boolean {
  let depth = 0;
  let count = 1;
  let inText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (inText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) inText = false;
    } else if (byte === quote) inText = true;
    else if (byte === comma) count += 1;
    else if (byte === openList || byte === openObject) depth += 1;
    else if (byte === closeList || byte === closeObject) depth -= 1;
    if (depth > maxDepth || count > maxFields) return false;
  }
  return true;
}

/**
 * Refuses a form that would be slow to parse, before anything parses it: 250 kB have room for 125,000 fields, which takes
 * each of several readers 30 ms.
 *
 * @throws PortalError 413 for more than 200 fields, or more than 16 levels of JSON
 */
export function checkFormBounds(body: Buffer, contentType?: string): void {
  const isSmall = isJsonType(contentType) ? isSmallJson(body) : isFewPairs(body);
  if (!isSmall) throw formTooComplex();
}
