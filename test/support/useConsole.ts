import { afterAll, beforeAll } from '@jest/globals';
import type { Store } from '../../server/store/store.ts';
import { ConsoleMember } from './consoleMember.ts';
import { somebody } from './flowBrowser.ts';
import { newDirectory } from './newDirectory.ts';
import { runningStack } from './runningStack.ts';
import type { Stack, StackOptions } from './stack.ts';
import { storeIn } from './useStores.ts';

/** The fixtures of a test file about the console. */
interface ConsoleInUse {
  stack: Stack;
  /** The addresses of an administrator, and of a helper who has yet to arrive. */
  writer: string;
  helper: string;
  /** The portal's `DATA_DIRECTORY`. */
  directory: string;
  /** The administrator; there once the tests begin, as the log is. */
  member: ConsoleMember;
  log: Store;
}

/** Gives a test file a stack whose console has an administrator. @param options further ones of the stack */
export function useConsole(options: StackOptions = {}): ConsoleInUse {
  const [writer, helper, directory] = [somebody(), somebody(), newDirectory()];
  const portal = { PORTAL_ADMINS: writer, PORTAL_HELPERS: helper, DATA_DIRECTORY: directory };
  const stack = runningStack({ ...options, portal: { ...portal, ...options.portal } });
  const used = { stack, writer, helper, directory } as ConsoleInUse;
  beforeAll(async () => {
    used.member = await ConsoleMember.arrive(stack, writer);
    used.log = await storeIn(directory);
  }, 120_000);
  afterAll(() => used.log.close());
  return used;
}
