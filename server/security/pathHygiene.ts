import type { RequestHandler } from 'express';
import { methodNotAllowed, targetNotAllowed, targetTooLong } from '../http/errors.ts';

/** Longer request targets are refused, in characters: half of what Node allows for a whole header. */
const longestTarget = 8192;

/** What nearly every target looks like: plain segments, none of them a dot segment, and a query without oddities. */
const ordinary = /^(?:\/(?!\.{1,2}(?:[/;?]|$))[\w\-.~!$&'()*+,;=:@]+)*\/?(?:\?[\w\-.~!$&'()*+,;=:@/?]*)?$/;

// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const odd = /[\x00-\x20\x7f-\uffff\\#]/;
const dotSegment = /\/\.{1,2}(?:[;/]|$)/;
/** An encoded slash, backslash or control character. */
const hiddenCharacter = /%(?:[01][\da-f]|2f|5c|7f)/i;
const escape = /%[\da-f]{2}/i;
const escapes = /(?:%[\da-f]{2})+/gi;

/** How often a path may have been percent-encoded: no client goes further, and each round costs time. */
const mostRounds = 3;

/** Undoes one round of percent-encoding; undefined where the text is no valid encoding of UTF-8. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The same for a text that has been decoded before: a percent sign that begins no escape is a character like any other. */
function decodeAgain(text: string): string | undefined {
  const decoded = decode(text);
  if (decoded !== undefined) return decoded;
  try {
    return text.replace(escapes, decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** Whether a path means something else, or is no text at all, once it is decoded, however often it was encoded. */
function isAmbiguous(path: string): boolean {
  if (dotSegment.test(path)) return true;
  if (!path.includes('%')) return false;
  if (hiddenCharacter.test(path)) return true;
  let text = decode(path);
  for (let round = 1; text !== undefined; round += 1) {
    if (dotSegment.test(text) || hiddenCharacter.test(text)) return true;
    if (!escape.test(text)) return false;
    if (round === mostRounds) return true;
    text = decodeAgain(text);
  }
  return true;
}

/**
 * Whether a request target is one that the portal looks at, before anything is matched.
 *
 * Refused are: anything but an origin-form target (RFC 9112, section 3.2.1); characters that have no place in one;
 * invalid percent-encoding or UTF-8; empty segments; a path that is percent-encoded more than three times, or that any
 * decoding turns into a dot segment, a slash, a backslash, a control character or bytes that are no UTF-8; an encoded NUL
 * in a query. A query is looked at once decoded only: what a value holds is data, which may well be encoded itself (an
 * address to return to within another). The cost grows with the target's length alone.
 *
 * @param target the raw request target, as in `request.url`
 */
export function isCleanTarget(target: string): boolean {
  if (target.startsWith('/') && ordinary.test(target)) return true;
  if (!target.startsWith('/') || odd.test(target)) return false;
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? '' : target.slice(mark + 1);
  if (path.includes('//') || isAmbiguous(path)) return false;
  return !query.includes('%') || decode(query)?.includes('\0') === false;
}

/**
 * Refuses request targets that two servers could read differently, before routing: 400, or 414 where it is too long.
 * CONNECT and TRACE are refused as well; nothing here answers them.
 */
export const pathHygiene: RequestHandler = (request, _response, next) => {
  if (request.url.length > longestTarget) next(targetTooLong(longestTarget));
  else if (!isCleanTarget(request.url)) next(targetNotAllowed());
  else if (request.method === 'TRACE' || request.method === 'CONNECT') next(methodNotAllowed());
  else next();
};
