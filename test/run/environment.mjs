import { TestEnvironment } from 'jest-environment-node';
import * as worker from '../support/worker/parts.ts';

/** Gives test files access to what the files of a worker share, see test/support/worker.ts. */
export default class SharedParts extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.worker = worker;
  }
}
