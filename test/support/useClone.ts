import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { Clone } from './clone.ts';

/**
 * Creates a clone for a test file, and removes it afterwards together with its processes.
 *
 * @param options see `Clone`; `shared` keeps what a test leaves in it for the next one
 * @returns a function that gives the clone, which is like a fresh one at the start of each test
 */
export function useClone({
  shared = false,
  ...parts
}: ConstructorParameters<typeof Clone>[0] & { shared?: boolean } = {}): () => Clone {
  let clone: Clone;
  beforeAll(() => {
    clone = new Clone(parts);
  });
  if (!shared) beforeEach(() => clone.reset());
  afterAll(() => clone.remove());
  return () => clone;
}
