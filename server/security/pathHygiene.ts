import type { RequestHandler } from 'express';
import { PortalError } from '../errors.ts';

/** Longer request targets are refused, in characters: half of what Node allows for a whole header. */
const longestTarget = 8192;

/** What nearly every target looks like: plain segments, none of them a dot segment, and a query without oddities. */
const ordinary = /^(?:\/(?!\.{1,2}(?:[/;?]|$))[\w\-.~!$&'()*+,;=:@]+)*\/?(?:\?[\w\-.~!$&'()*+,;=:@/?]*)?$/;

// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const odd = /[\x00-\x20\x7f-\uffff\\#]/;
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const hidden = /[\x00-\x1f\x7f/\\]/;
const dots = /^\.{1,2}(?:;|$)/;

/** Undoes one round of percent-encoding; undefined where the text is no valid encoding of UTF-8. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Whether a segment means something else once it is decoded, however often it was encoded. */
function hidesPath(segment: string): boolean {
  if (segment.startsWith('.') && dots.test(segment)) return true;
  let text = segment;
  while (text.includes('%')) {
    const next = decode(text);
    if (next === undefined) return text === segment;
    if (hidden.test(next) || dots.test(next)) return true;
    if (next === text) return false;
    text = next;
  }
  return false;
}

/**
 * Whether a request target is one that the portal looks at, before anything is matched.
 *
 * Refused are: anything but an origin-form target (RFC 9112, section 3.2.1); characters that have no place in one;
 * invalid percent-encoding or UTF-8; empty segments; dot segments, slashes, backslashes and control characters in any
 * encoding of a path, also a repeated one; an encoded NUL in a query.
 *
 * @param target the raw request target, as in `request.url`
 */
export function isCleanTarget(target: string): boolean {
  if (target.startsWith('/') && ordinary.test(target)) return true;
  if (!target.startsWith('/') || odd.test(target)) return false;
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? '' : target.slice(mark + 1);
  if (path.includes('//') || path.slice(1).split('/').some(hidesPath)) return false;
  return !query.includes('%') || decode(query)?.includes('\0') === false;
}

/**
 * Refuses request targets that two servers could read differently, before routing: 400, or 414 where it is too long.
 * CONNECT and TRACE are refused as well; nothing here answers them.
 */
export const pathHygiene: RequestHandler = (request, _response, next) => {
  if (request.url.length > longestTarget)
    next(
      new PortalError(414, 'target_too_long', 'The address of the request is longer than 8192 characters.'),
    );
  else if (!isCleanTarget(request.url))
    next(
      new PortalError(
        400,
        'target_not_allowed',
        'The address of the request is malformed or ambiguous, so it was not looked up.',
      ),
    );
  else if (request.method === 'TRACE' || request.method === 'CONNECT')
    next(new PortalError(405, 'method_not_allowed', 'This method is not supported.'));
  else next();
};
