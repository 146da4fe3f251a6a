import { isDeepStrictEqual } from 'node:util';
import { malformed } from '../hydraError.ts';

/** An operation of JSON Patch (RFC 6902). */
export interface PatchOperation {
  op: string;
  path: string;
  from?: string;
  value?: unknown;
}

type Container = Record<string, unknown>;

const keysOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

/** Finds the container that a JSON Pointer (RFC 6901) points into, and the key in it. */
function locate(document: Container, pointer: string): [Container, string] {
  const keys = keysOf(pointer);
  const last = keys.pop();
  let inside: unknown = document;
  for (const key of keys) inside = (inside as Container | undefined)?.[key];
  if (last === undefined || typeof inside !== 'object' || inside === null)
    throw malformed(`Unable to apply JSON Patch: ${pointer} does not exist`);
  return [inside as Container, last];
}

function read(document: Container, pointer: string): unknown {
  const [inside, key] = locate(document, pointer);
  if (!(key in inside)) throw malformed(`Unable to apply JSON Patch: ${pointer} does not exist`);
  return inside[key];
}

function remove(document: Container, pointer: string): void {
  read(document, pointer);
  const [inside, key] = locate(document, pointer);
  if (Array.isArray(inside)) inside.splice(Number(key), 1);
  else Reflect.deleteProperty(inside, key);
}

function add(document: Container, pointer: string, value: unknown): void {
  const [inside, key] = locate(document, pointer);
  if (Array.isArray(inside)) inside.splice(key === '-' ? inside.length : Number(key), 0, value);
  else inside[key] = value;
}

/** Returns a patched copy of a document. @throws HydraError 400 when an operation does not apply */
export function applyPatch(document: object, operations: PatchOperation[]): object {
  const patched = structuredClone(document) as Container;
  for (const { op, path, from = '', value } of operations) {
    if (op === 'add') add(patched, path, value);
    else if (op === 'remove') remove(patched, path);
    else if (op === 'replace') {
      const [inside, key] = locate(patched, path);
      inside[key] = value;
    } else if (op === 'copy') add(patched, path, structuredClone(read(patched, from)));
    else if (op === 'move') {
      const moved = read(patched, from);
      remove(patched, from);
      add(patched, path, moved);
    } else if (op !== 'test' || !isDeepStrictEqual(read(patched, path), value))
      throw malformed(`Unable to apply JSON Patch: ${op} ${path} failed`);
  }
  return patched;
}
