import type { Store } from '../security/limits/stores.ts';

/**
 * Creates the memory of what happened in a sign-in's flow. It is not kept with the account: Kratos writes an identity as a
 * whole, so a stranger who is refused over and over could undo a change that its owner makes at that moment. Its stores may
 * fail; Kratos then refuses the sign-in.
 */
export function createFlowMemory(refused: Store, completed: Store) {
  const refusedIn = async (flow: string): Promise<string[]> => (await refused.get(flow))?.split(' ') ?? [];
  return {
    /** Remembers that a method was refused in a flow: a mailed code there confirms it. */
    refuse: async (flow: string, method: string): Promise<void> =>
      refused.set(flow, [...new Set([...(await refusedIn(flow)), method])].join(' ')),
    /** Returns the methods that were refused in a flow. */
    refusedIn,
    /** Marks a flow as completed by a mailed code; false if it was before: a code opens one session. */
    complete: async (flow: string) => (await completed.count(flow, 1)).hits === 1,
  };
}

/** What happened in a sign-in's flow. */
export type FlowMemory = ReturnType<typeof createFlowMemory>;
