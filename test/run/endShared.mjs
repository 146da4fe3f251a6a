import { endAll } from '../support/worker/atEnd.ts';

/** Stops the parts that the test files share, if jest runs the files in its own process. Workers do so on their own. */
export default endAll;
