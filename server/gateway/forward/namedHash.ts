import type { Request } from 'express';
import type { Operation } from '../../operations/operation.ts';

/**
 * Returns the hash that a URL names for the provider's script, without which pages do not run it; undefined for any other
 * call.
 */
export function namedHash({ cacheable }: Operation, request: Request): string | undefined {
  if (cacheable !== 'by-integrity') return undefined;
  // Express parses the query again each time
  const { integrity } = request.query;
  return typeof integrity === 'string' && integrity !== '' ? integrity : undefined;
}
