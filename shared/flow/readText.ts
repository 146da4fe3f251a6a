import type { UiText } from '@ory/client';
import { fieldsOf } from '../fields.ts';

/** Whether a value can be shown. */
export const isScalar = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/** Converts a value to text; empty if it cannot be shown. */
export const string = (value: unknown): string => (isScalar(value) ? String(value) : '');

/**
 * Reads a message or a label of any shape.
 *
 * @returns one with every required field of the contract; id 0 if it has none
 */
export function readText(value: unknown): UiText {
  const { id, text, type, context } = fieldsOf(value);
  return {
    id: typeof id === 'number' ? id : 0,
    text: string(text),
    type: string(type) as UiText['type'],
    ...(context != null && { context: fieldsOf(context) }),
  };
}
