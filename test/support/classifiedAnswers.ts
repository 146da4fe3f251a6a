import { expect } from '@jest/globals';
import { classify, type Outcome } from '../../shared/flow/classify.ts';
import type { FlowKind } from '../../shared/page.ts';

/** Where the provider's own URLs are. */
export const origin = 'https://account.example';

/** A login flow as the provider sends it. */
export const flow = (overrides: object = {}) => ({
  id: 'f1',
  ui: { action: `${origin}/self-service/login?flow=f1`, method: 'POST', nodes: [] },
  ...overrides,
});

/** The body of an error of the provider. */
export const error = (id: string, details: object = {}, overrides: object = {}) => ({
  error: { id, code: 0, reason: 'Because.', message: 'it failed', details },
  ...overrides,
});

/** Where the provider says that an address is to be verified. */
export const verification = (url?: string) => ({
  action: 'show_verification_ui',
  flow: { id: 'v1', verifiable_address: 'ann@example.org', ...(url && { url }) },
});

/** An answer of the provider, and what it means. */
export type AnswerRow = [
  title: string,
  kind: FlowKind,
  status: number,
  body: unknown,
  outcome: Partial<Outcome>,
];

/** Expects an answer to mean this, and nothing to come after it that the outcome does not name. */
export const expectOutcome = (...[, kind, status, body, outcome]: AnswerRow): void =>
  expect({ next: undefined, message: undefined, ...classify(kind, { status, body }) }).toMatchObject(outcome);
