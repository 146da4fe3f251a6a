import { catalogue, type Operation } from './catalogue.ts';
import { matcher } from './matcher.ts';
import type { Parameter } from './operation.ts';

/** Finds the operation for a method and a raw path; undefined if there is none. */
export const findOperation = matcher(catalogue);

/** Whether a segment of a path is empty, or nothing but the verb that a template may end in. */
const emptySegment = /\/(?:[/:]|$)/;

/** An operation, and the parameter missing from its path. */
export interface Gap {
  operation: Operation;
  parameter: Parameter;
}

/**
 * Finds the operation that a path would call if none of its parameters were empty, and the first empty parameter.
 *
 * @returns undefined for a path that calls an operation, and for one that belongs to none
 */
export function findGap(method: string, path: string): Gap | undefined {
  const operation = emptySegment.test(path) ? findOperation(method, path, 0) : undefined;
  if (!operation) return undefined;
  const segments = path.split('/');
  const templates = operation.path.split('/');
  const isEmpty = (name: string): boolean =>
    templates.some((one, at) => one.startsWith(`{${name}}`) && one.slice(name.length + 2) === segments[at]);
  const parameter = operation.parameters.find(({ in: place, name }) => place === 'path' && isEmpty(name));
  return parameter && { operation, parameter };
}
