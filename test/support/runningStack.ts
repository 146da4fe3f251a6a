import { afterAll, beforeAll } from '@jest/globals';
import { sharedStack, startStack, type Stack, type StackOptions } from './stack.ts';

/**
 * Gives a test file, or a `describe`, a stack that it shares with other files, unless it needs one of its own.
 *
 * @param options starts a stack for these tests alone, with these overrides if any
 * @returns the stack, whose parts are there once the tests begin
 */
export function runningStack(options?: StackOptions): Stack {
  let running: Stack | undefined;
  beforeAll(async () => {
    running = await (options ? startStack(options) : sharedStack());
  }, 240_000);
  if (options) afterAll(() => running?.stop());
  return new Proxy({} as Stack, { get: (_stack, part) => Reflect.get(running ?? {}, part) as unknown });
}
