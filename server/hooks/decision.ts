import type { Refusal } from './refusal.ts';

/** The portal's answer: go on, store other metadata with the identity, or refuse. */
export type Decision = { metadata?: object } | { refusal: Refusal };

/** Kratos may go on. */
export const goOn: Decision = {};

/** Whether a decision is a refusal. */
export const isRefusal = (decision: Decision): decision is { refusal: Refusal } => 'refusal' in decision;
