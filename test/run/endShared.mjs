import { endAll } from '../support/worker/atEnd.ts';

/** Stops what the test files shared, where jest runs them in its own process. Workers do so by themselves. */
export default endAll;
