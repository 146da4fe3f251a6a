import type { Flow, FlowKind } from '../../../shared/page.ts';

/** A change that waits for its author to confirm who they are: where it was made, and what may be shown again. */
export interface PendingChange {
  /** Where the form was sent to: after a saved change, that is a newer flow than the one shown. */
  action: string;
  section: string;
  /** The button that was pressed, see `submissionId`; empty where the provider's own script sends the change. */
  submitter: string;
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
 * @param flow the flow that the browser came back to: the one that the form was sent to, or still the one before it
 * @param isSaved whether that flow has saved a change; the provider's script may have come to it from the one before
 */
export function takePending(flow: Flow, isSaved = false): PendingChange | undefined {
  const kept = storage()?.getItem(key);
  if (!kept) return undefined;
  storage()?.removeItem(key);
  const change = JSON.parse(kept) as PendingChange;
  return change.action === flow.ui.action ||
    change.action.includes(flow.id) ||
    (isSaved && change.submitter === '')
    ? change
    : undefined;
}
