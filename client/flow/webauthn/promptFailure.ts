import type { Announcement } from '../FlowContext.ts';

const announcements: Partial<Record<string, Announcement>> = {
  // Cancelled or timed out: browsers do not say which.
  NotAllowedError: { severity: 'info', text: 'flow.key.cancelled' },
  AbortError: { severity: 'info', text: 'flow.key.cancelled' },
  InvalidStateError: { severity: 'error', text: 'flow.key.known' },
};

const failed: Announcement = { severity: 'error', text: 'flow.key.failed' };

/** Returns the message for a failed security key or passkey prompt (WebAuthn Level 2, 5.1.3 and 5.1.4). */
export const promptFailure = (cause: unknown): Announcement =>
  announcements[cause instanceof Error ? cause.name : ''] ?? failed;
