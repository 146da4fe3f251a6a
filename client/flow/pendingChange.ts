import type { FlowKind } from '../../shared/page.ts';

/** A change that waits for its author to confirm who they are: where it was made, and what may be shown again. */
export interface PendingChange {
  flow: string;
  section: string;
  /** The button that was pressed, see `submissionId`; empty where the provider's own script sends the change. */
  by: string;
  typed: Record<string, string>;
}

const key = 'pending change';

/** Storage that a browser refuses holds nothing. */
function storage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

/**
 * Keeps a change while the browser leaves for a sign-in. It holds no password: what is typed in there is not among
 * what may be shown again.
 *
 * @param kind only changes of settings come back
 */
export function keepPending(kind: FlowKind, change: PendingChange): void {
  if (kind === 'settings') storage()?.setItem(key, JSON.stringify(change));
}

/**
 * The change that was kept for a flow, once.
 *
 * @param flow the id of the flow that the browser came back to
 * @param isSaved whether that flow has saved a change; the provider's script may have come to it from the one before
 */
export function takePending(flow: string, isSaved = false): PendingChange | undefined {
  const kept = storage()?.getItem(key);
  if (!kept) return undefined;
  storage()?.removeItem(key);
  const change = JSON.parse(kept) as PendingChange;
  return change.flow === flow || (isSaved && change.by === '') ? change : undefined;
}
