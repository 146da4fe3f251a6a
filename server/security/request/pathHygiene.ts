import type { RequestHandler } from 'express';
import { methodNotAllowed, targetNotAllowed, targetTooLong, tooManyParameters } from '../../http/errors.ts';
import { splitTarget } from '../../http/requestHead.ts';
import { isFewPairs, maxFields } from './formBounds.ts';

/** The maximum length of a request target, in characters: half of what Node allows for all headers. */
export const maxTargetLength = 8192;

/** Matches nearly every target: plain segments, no dot segments, no percent-encoding. */
const plainTarget = /^(?:\/(?!\.{1,2}(?:[/;?]|$))[\w\-.~!$&'()*+,;=:@]+)*\/?(?:\?[\w\-.~!$&'()*+,;=:@/?]*)?$/;

// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const forbiddenCharacter = /[\x00-\x20\x7f-\uffff\\#]/;
const dotSegment = /\/\.{1,2}(?:[;/]|$)/;
/** An encoded slash, backslash or control character. */
const hiddenCharacter = /%(?:[01][\da-f]|2f|5c|7f)/i;
const escape = /%[\da-f]{2}/i;
const escapes = /(?:%[\da-f]{2})+/gi;

/** How many times a path may be percent-encoded: no client needs more, and each round costs time. */
const maxRounds = 3;

/** Undoes one round of percent-encoding; undefined if the result is not valid UTF-8. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Decodes again: now a percent sign that begins no escape is an ordinary character. */
function decodeAgain(text: string): string | undefined {
  const decoded = decode(text);
  if (decoded !== undefined) return decoded;
  try {
    return text.replace(escapes, decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** Whether any round of decoding changes what a path means or yields invalid UTF-8. */
function isAmbiguous(path: string): boolean {
  if (dotSegment.test(path)) return true;
  if (!path.includes('%')) return false;
  if (hiddenCharacter.test(path)) return true;
  let text = decode(path);
  for (let round = 1; text !== undefined; round += 1) {
    if (dotSegment.test(text) || hiddenCharacter.test(text)) return true;
    if (!escape.test(text)) return false;
    if (round === maxRounds) return true;
    text = decodeAgain(text);
  }
  return true;
}

/**
 * Whether a request target is unambiguous; checked before routing.
 *
 * Refuses anything but an origin-form target (RFC 9112, section 3.2.1); characters not allowed in one; invalid
 * percent-encoding or UTF-8; empty segments; a path that is percent-encoded more than three times, or in which any
 * round of decoding reveals a dot segment, slash, backslash, control character or invalid UTF-8; and an encoded NUL
 * in a query. A query is decoded only once, because its values may be encoded themselves (a return address within
 * another). The cost is proportional to the target's length.
 */
export function isCleanTarget(target: string): boolean {
  if (target.startsWith('/') && plainTarget.test(target)) return true;
  if (!target.startsWith('/') || forbiddenCharacter.test(target)) return false;
  const { path, query } = splitTarget(target);
  if (path.includes('//') || isAmbiguous(path)) return false;
  return !query.includes('%') || decode(query)?.includes('\0') === false;
}

/**
 * Refuses request targets that two servers could read differently, before routing: 400, or 414 if too long or with too many
 * parameters. Also refuses CONNECT and TRACE.
 */
export const pathHygiene: RequestHandler = (request, _response, next) => {
  if (request.url.length > maxTargetLength) next(targetTooLong(maxTargetLength));
  else if (!isFewPairs(request.url)) next(tooManyParameters(maxFields));
  else if (!isCleanTarget(request.url)) next(targetNotAllowed());
  else if (request.method === 'TRACE' || request.method === 'CONNECT') next(methodNotAllowed());
  else next();
};
