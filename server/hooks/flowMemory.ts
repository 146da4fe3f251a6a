import type { Store } from '../security/limits/stores.ts';

/**
 * What happened in a sign-in's flow. It is not kept with the account: Kratos writes an identity as a whole, so a stranger
 * who is refused over and over could undo a change that its owner makes at that moment.
 */
export interface FlowMemory {
  /** Remembers that a method was refused in a flow: a mailed code there confirms it. */
  refuse: (flow: string, method: string) => Promise<void>;
  /** Returns the methods that were refused in a flow. */
  refusedIn: (flow: string) => Promise<string[]>;
  /** Marks a flow as completed by a mailed code; false if it was before: a code opens one session. */
  complete: (flow: string) => Promise<boolean>;
}

/** Creates the memory of flows. Its stores may fail; Kratos then refuses the sign-in. */
export const createFlowMemory = (refused: Store, completed: Store): FlowMemory => ({
  refuse: async (flow, method) => {
    const before = (await refused.get(flow))?.split(' ') ?? [];
    await refused.set(flow, [...new Set([...before, method])].join(' '));
  },
  refusedIn: async (flow) => (await refused.get(flow))?.split(' ') ?? [],
  complete: async (flow) => (await completed.count(flow, 1)).hits === 1,
});
