import { worker } from './worker.ts';

export type { Stack, StackOptions } from './worker/stack.ts';

export const { sharedStack, sharedStoreStack, startStack } = worker;
