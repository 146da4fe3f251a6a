import type { Flow, FlowKind } from '../../../shared/page.ts';

/** A change that waits for re-authentication: where it was made, and the values that may be shown again. */
export interface PendingChange {
  /** The form's action: after a saved change it belongs to a newer flow than the one shown. */
  action: string;
  section: string;
  /** The button that was pressed, see `submissionId`; empty if the provider's own script sent the change. */
  submitter: string;
  typed: Record<string, string>;
}

const key = 'pending change';

/** The session storage; undefined if the browser denies access. */
function storage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

/** Stores a settings change while the browser leaves for a sign-in. `typed` never contains a password. */
export function keepPending(kind: FlowKind, change: PendingChange): void {
  if (kind === 'settings') storage()?.setItem(key, JSON.stringify(change));
}

/**
 * Returns the change stored for a flow and removes it from the storage.
 *
 * @param flow the flow that the browser came back to: the one that the form was sent to, or still the previous one
 * @param isSaved whether that flow has saved a change: one sent by the provider's script then matches with any action
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
