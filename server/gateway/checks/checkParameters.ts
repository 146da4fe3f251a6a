import type { IncomingHttpHeaders } from 'node:http';
import type { Operation, Parameter } from '../../operations/operation.ts';
import { decodeFormValue } from '../../http/decodeFormValue.ts';
import { hasBody } from '../../http/requestHead.ts';
import {
  contentTypeNotSupported,
  pageTokenInvalid,
  parameterInvalid,
  parameterNotNumber,
  parameterRequired,
  returnToNotAllowed,
} from '../../http/errors.ts';
import { isMisread } from '../../security/request/returnTo.ts';
import { mediaType } from './mediaType.ts';

/**
 * Returns all values of a query parameter or form field.
 *
 * @param query raw name=value pairs (URL standard, application/x-www-form-urlencoded)
 */
export function valuesOf(query: string, name: string): string[] {
  return query
    .split('&')
    .map((pair): [string, string] => {
      const at = pair.indexOf('=');
      return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    })
    .filter(([key]) => key === name || decodeFormValue(key) === name)
    .map(([, value]) => decodeFormValue(value));
}

const segmentAt = (path: string, { path: template }: Operation, name: string): string =>
  decodeFormValue(path.split('/')[template.split('/').indexOf(`{${name}}`)] ?? '');

const isOneOf = (types: readonly string[], type: string): boolean =>
  types.includes(type) || (types.includes('application/json') && /^application\/[\w.-]+\+json$/.test(type));

/**
 * Whether a text is a whole number that every server can represent. Kratos drops the connection on a negative page
 * size.
 */
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

function checkParameter(parameter: Parameter, operation: Operation, path: string, query: string): void {
  const { name, argument, type, required, unless, min, max, sealed, values } = parameter;
  const sent = parameter.in === 'path' ? [segmentAt(path, operation, name)] : valuesOf(query, name);
  if (required && sent.length === 0 && !(unless !== undefined && valuesOf(query, unless).length > 0))
    throw parameterRequired(argument, operation.operation);
  if (type === 'number' && !sent.every((value) => value === '' || isWholeNumber(value, min, max)))
    throw parameterNotNumber(argument, { min, max }, operation.operation);
  if (sealed && sent.some(isCutToken)) throw pageTokenInvalid(argument, operation.operation);
  if (returnParameters.has(name) && sent.some(isMisread)) throw returnToNotAllowed();
  if (values && sent.some((value) => value !== '' && !values.includes(value)))
    throw parameterInvalid(argument, values.filter(Boolean), operation.operation);
}

function checkBody(operation: Operation, headers: IncomingHttpHeaders): void {
  const { body, parameters } = operation;
  if (!body) return;
  if (hasBody(headers)) {
    // the provider might pick another one of several
    if (headers['content-type']?.includes(',')) throw contentTypeNotSupported('The body must have one type.');
    if (!isOneOf(body.types, mediaType(headers)))
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
 * @param path the raw path that the operation was found by
 * @param query the raw query, without its question mark
 * @throws PortalError 400 `Required parameter X was null or undefined when calling Y`, 400 for an invalid number, page
 * token or return address, or a value outside its enumeration, 415 for a body of another type
 */
export function checkParameters(
  operation: Operation,
  path: string,
  query: string,
  headers: IncomingHttpHeaders,
): void {
  for (const parameter of operation.parameters)
    if (parameter.in === 'path' || parameter.in === 'query')
      checkParameter(parameter, operation, path, query);
  checkBody(operation, headers);
}
