import { expect } from '@jest/globals';
import { classify, type Outcome } from '../../shared/flow/classify.ts';
import type { FlowKind } from '../../shared/page.ts';

/** The origin of the provider's URLs. */
export const origin = 'https://account.example';

/** A login flow as the provider sends it. */
export const flow = (overrides: object = {}) => ({
  id: 'f1',
  ui: { action: `${origin}/self-service/login?flow=f1`, method: 'POST', nodes: [] },
  ...overrides,
});

/** The body of an error from the provider. */
export const error = (id: string, details: object = {}, overrides: object = {}) => ({
  error: { id, code: 0, reason: 'Because.', message: 'it failed', details },
  ...overrides,
});

/** The entry of `continue_with` that asks to verify an address. */
export const verification = (url?: string) => ({
  action: 'show_verification_ui',
  flow: { id: 'v1', verifiable_address: 'ann@example.org', ...(url && { url }) },
});

/** An answer of the provider, and the outcome that it means. */
export type AnswerRow = [
  title: string,
  kind: FlowKind,
  status: number,
  body: unknown,
  outcome: Partial<Outcome>,
];

/** Expects an answer to mean an outcome, without a `next` or `message` that the row does not name. */
export const expectOutcome = (...[, kind, status, body, outcome]: AnswerRow): void =>
  expect({ next: undefined, message: undefined, ...classify(kind, { status, body }) }).toMatchObject(outcome);
