import { testedBinary } from '../../provider/local/findProgram.ts';
import type { Clone } from './clone.ts';

/** Puts the Hydra that tests run on a clone's PATH. */
export async function hydraOnPath(clone: Clone): Promise<void> {
  clone.program('hydra', `exec ${await testedBinary('hydra')} "$@"`);
}
