import type { Facts, Method, OperationOf, Parameter } from './operation.ts';
import { path as segment, query } from './parameters.ts';

type Common = Pick<Facts, 'api' | 'upstream' | 'access' | 'fromOtherSites'>;

/** A row of an API's table, without what all of its rows share. */
interface Row
  extends Pick<Facts, 'method' | 'path'>, Partial<Omit<Facts, 'api' | 'method' | 'path' | 'parameters'>> {
  /** A bare name is an optional query parameter. The segments of the path need no mention. */
  parameters?: readonly (Parameter | string)[];
}

const row =
  (method: Method) =>
  (path: string, facts: Omit<Row, 'method' | 'path'> = {}): Row => ({ ...facts, method, path });

/** A row of a call with this method. */
export const get = row('GET');
export const post = row('POST');
export const put = row('PUT');
export const patch = row('PATCH');
export const del = row('DELETE');

/** Returns the parameters of a row, the segments of its path first. */
function parametersOf({ path, parameters = [] }: Row): Facts['parameters'] {
  const listed = parameters.map((one) => (typeof one === 'string' ? query(one) : one));
  const segments = Array.from(
    path.matchAll(/\{(\w+)\}/g),
    ([, name = '']) => listed.find((one) => one.in === 'path' && one.name === name) ?? segment(name),
  );
  return [...segments, ...listed.filter((one) => one.in !== 'path')];
}

/**
 * Builds an API's operations from its table.
 *
 * @param common what all rows share, unless one says otherwise
 * @param rows one per operation, by its name in the provider's client
 */
export const operationsOf = <const Name extends string>(
  common: Common,
  rows: Record<Name, Row>,
): readonly OperationOf<Name>[] =>
  Object.entries<Row>(rows).map(([operation, one]) => ({
    ...common,
    ...one,
    operation: operation as Name,
    parameters: parametersOf(one),
  }));
