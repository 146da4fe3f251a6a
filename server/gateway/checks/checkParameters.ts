import type { IncomingHttpHeaders } from 'node:http';
import type { Operation } from '../../operations/catalogue.ts';
import type { Parameter } from '../../operations/operation.ts';
import { hasBody, mediaType, parseQuery } from '../../http/requestHead.ts';
import {
  bodyTooLarge,
  contentTypeNotSupported,
  framingNotAllowed,
  pageTokenInvalid,
  parameterInvalid,
  parameterNotNumber,
  parameterRequired,
  returnToNotAllowed,
} from '../../http/errors.ts';
import type { Call } from '../forward/exchange.ts';
import { isMisread, takesCodes } from '../../security/request/returnTo.ts';
import type { Submission } from '../../security/submission/submission.ts';

/**
 * Refuses a body whose end two servers could disagree on (RFC 9112, section 6.3), or whose Content-Length is over the
 * limit. Node's parser already refuses two lengths, and a length with a transfer coding; this catches the rest.
 *
 * @param limit the largest body, in bytes
 * @throws PortalError 400 `framing_not_allowed` or 413 `body_too_large`
 */
export function checkBodyFraming(headers: IncomingHttpHeaders, limit: number): void {
  const coding = headers['transfer-encoding'];
  const length = headers['content-length'];
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || length !== undefined))
    throw framingNotAllowed();
  if (length !== undefined && Number(length) > limit) throw bodyTooLarge(limit);
}

const isOneOf = (types: readonly string[], type: string): boolean =>
  types.includes(type) || (types.includes('application/json') && /^application\/[\w.-]+\+json$/.test(type));

/** Whether a text is a whole number in range: Kratos drops the connection on a negative page size. */
const isWholeNumber = (text: string, min = -Infinity, max = Infinity): boolean =>
  /^-?\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max;

/** The size in bytes of the nonce with which the provider seals its page tokens. */
const nonceBytes = 24;

/**
 * Whether a page token decodes (RFC 4648, section 5, with padding) to less than its nonce: Kratos, Hydra and Keto
 * drop the connection on it. They answer all other malformed tokens themselves.
 */
function isCutToken(token: string): boolean {
  const text = token.replaceAll(/[\r\n]/g, '');
  return (
    token !== '' &&
    text.length % 4 === 0 &&
    /^[\w-]*={0,2}$/.test(text) &&
    Buffer.from(text, 'base64url').length < nonceBytes
  );
}

/** The parameters with an address to which the provider redirects browsers. It checks its host itself. */
const returnParameters = new Set(['return_to', 'after_verification_return_to']);

/** Returns the value of a parameter of the path. */
const segmentAt = (path: string, { path: template }: Operation, name: string): string =>
  decodeURIComponent(path.split('/')[template.split('/').indexOf(`{${name}}`)] ?? '');

function checkValues(parameter: Parameter, sent: readonly string[], operation: string): void {
  const { name, argument, type, min, max, maxLength = Infinity, sealed, values } = parameter;
  if (type === 'number' && !sent.every((value) => value === '' || isWholeNumber(value, min, max)))
    throw parameterNotNumber(argument, { min, max }, operation);
  if (sealed && sent.some(isCutToken)) throw pageTokenInvalid(argument, operation);
  if (returnParameters.has(name) && sent.some((url) => isMisread(url) || takesCodes(url)))
    throw returnToNotAllowed();
  if (sent.some(({ length }) => length > maxLength))
    throw parameterInvalid(argument, [`at most ${maxLength} characters`], operation);
  if (values && sent.some((value) => value !== '' && !values.includes(value)))
    throw parameterInvalid(argument, values.filter(Boolean), operation);
}

function checkBody(operation: Operation, headers: IncomingHttpHeaders): void {
  const { body, parameters } = operation;
  if (!body) return;
  if (hasBody(headers)) {
    // the provider might pick another one of several
    if (headers['content-type']?.includes(',')) throw contentTypeNotSupported('The body must have one type.');
    if (!isOneOf(body.types, mediaType(headers['content-type'])))
      throw contentTypeNotSupported(
        `The body must be ${body.types.join(' or ')} when calling ${operation.operation}`,
      );
    return;
  }
  if (body.required) throw parameterRequired(body.argument, operation.operation);
  const field = parameters.find((parameter) => parameter.in === 'form' && parameter.required);
  if (field) throw parameterRequired(field.argument, operation.operation);
}

/**
 * Checks a call before it is forwarded: required query parameters, numbers, page tokens, return addresses, enumerated
 * values, and the body, only by its headers.
 *
 * @param call its path and query are raw, and have passed `pathHygiene`
 * @throws PortalError 400 `Required parameter X was null or undefined when calling Y`, 400 for an invalid number, page
 * token or return address, or a value outside its enumeration, 415 for a body of another type
 */
export function checkParameters({ operation, path, query }: Call, headers: IncomingHttpHeaders): void {
  const sent = parseQuery(query);
  for (const parameter of operation.parameters) {
    const { in: place, name, argument, required, unless } = parameter;
    if (place === 'path') checkValues(parameter, [segmentAt(path, operation, name)], operation.operation);
    if (place !== 'query') continue;
    if (required && !sent.has(name) && !(unless !== undefined && sent.has(unless)))
      throw parameterRequired(argument, operation.operation);
    checkValues(parameter, sent.getAll(name), operation.operation);
  }
  checkBody(operation, headers);
}

/** Checks that a form has the fields that its call requires. @throws PortalError 400 as `checkParameters` */
export function checkFields({ operation, parameters }: Operation, { pairs }: Submission): void {
  const missing = parameters.find(
    (one) => one.in === 'form' && one.required && !pairs.some(([name]) => name === one.name),
  );
  if (missing) throw parameterRequired(missing.argument, operation);
}
