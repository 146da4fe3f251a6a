import { isObject, type Fields } from './fields.ts';

/** JSON's functions for numbers with more digits than a number of JavaScript has; browsers before 2025 lack them. */
interface RawJson {
  rawJSON?: (text: string) => object;
}

/** A number as it stands in JSON text, which `JSON.stringify` writes the same again. */
export interface ExactNumber {
  readonly rawJSON: string;
}

const { rawJSON } = JSON as RawJson;

/** Whether a value is an exact number. */
export const isExact = (value: unknown): value is ExactNumber =>
  typeof value === 'object' && value !== null && 'rawJSON' in value && Object.isFrozen(value);

/** Whether a value has places of its own; a list counts as one value, and so does an exact number. */
export const isTree = (value: unknown): value is Fields => isObject(value) && !isExact(value);

/** Returns the number in a text: exact if JavaScript's own would change its digits. */
export function exactNumber(text: string): number | ExactNumber {
  const number = Number(text);
  const isChanged =
    /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) && /\d.{14}\d/.test(text) && String(number) !== text;
  return isChanged && rawJSON ? (rawJSON(text) as ExactNumber) : number;
}

/** Parses JSON like `JSON.parse`, but keeps all digits of a number, see `exactNumber`. @throws SyntaxError */
export function parseExactly(text: string): unknown {
  // nearly no answer has such a number
  if (!rawJSON || !/[:,[]-?\d[\d.]{15}/.test(text)) return JSON.parse(text);
  const revive = (_key: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === 'number' && context?.source ? exactNumber(context.source) : value;
  return JSON.parse(text, revive);
}
