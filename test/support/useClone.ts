import { afterEach, beforeEach } from '@jest/globals';
import { Clone } from './clone.ts';

/**
 * Makes a clone for each test of a file, and removes it afterwards with all that it runs.
 *
 * @param options whether its dependencies are installed, and a fake Kratos is on its PATH; both by default
 * @returns a function that gives the current test's clone
 */
export function useClone(options?: ConstructorParameters<typeof Clone>[0]): () => Clone {
  let clone: Clone;
  beforeEach(() => {
    clone = new Clone(options);
  });
  afterEach(() => clone.remove());
  return () => clone;
}
