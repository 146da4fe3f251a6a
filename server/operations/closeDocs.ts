import type { Operation } from './operation.ts';

/** Who may see the API reference and what reveals versions: API_DOCS. */
type DocsAudience = 'public' | 'admins' | 'off';

/** Returns an operation as it is served; undefined if it is not. */
export type ServedAs = (operation: Operation) => Operation | undefined;

/**
 * Closes the operations that reveal versions to those who may not see them. An admin's answer is not cached, because caches
 * do not know admins.
 */
export function closeDocs(audience: DocsAudience): ServedAs {
  const variants = new Map<Operation, Operation>();
  return (operation) => {
    if (audience === 'public' || operation.revealsVersion !== true) return operation;
    if (audience === 'off') return undefined;
    const known = variants.get(operation);
    if (known) return known;
    const closed: Operation = { ...operation, access: 'admin' };
    delete closed.cacheable;
    variants.set(operation, closed);
    return closed;
  };
}
