import type { Operation } from './catalogue.ts';

/** Who may see the API reference and operations that reveal versions: API_DOCS. */
type DocsAudience = 'public' | 'admins' | 'off';

/** Returns an operation as the portal serves it; undefined if it does not. */
export type ServedAs = (operation: Operation) => Operation | undefined;

/** Closes operations that reveal versions to callers who may not see them; an admin's answer is not cached. */
export function closeDocs(audience: DocsAudience): ServedAs {
  const variants = new Map<Operation, Operation>();
  return (operation) => {
    if (audience === 'public' || operation.revealsVersion !== true) return operation;
    if (audience === 'off') return undefined;
    const cached = variants.get(operation);
    if (cached) return cached;
    const closed: Operation = { ...operation, access: 'admin' };
    delete closed.cacheable;
    variants.set(operation, closed);
    return closed;
  };
}
