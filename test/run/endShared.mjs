import { endAll } from '../support/worker/atEnd.ts';

/** Ends what the files of a run shared. Workers do so by themselves. */
export default endAll;
