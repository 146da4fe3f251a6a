import { afterEach, beforeEach } from '@jest/globals';
import { Clone } from './clone.ts';
import { takeTurn } from './takeTurn.ts';

/**
 * Makes a clone for each test of a file, and removes it afterwards with all that it runs. One clone of all files is in use at
 * a time.
 *
 * @param options whether its dependencies are installed, and a fake Kratos is on its PATH; both by default
 * @returns a function that gives the current test's clone
 */
export function useClone(options?: ConstructorParameters<typeof Clone>[0]): () => Clone {
  let clone: Clone;
  let endTurn: () => void;
  beforeEach(async () => {
    endTurn = await takeTurn();
    clone = new Clone(options);
  });
  afterEach(() => clone.remove().finally(endTurn));
  return () => clone;
}
