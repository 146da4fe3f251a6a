import type { Node } from 'typescript';
import { isStringLiteral } from 'typescript';

/** A range of an OPL document, as character offsets. */
export interface Place {
  start: number;
  end: number;
}

/** A mistake in an OPL document. */
export class OplError extends Error {
  readonly place: Place;

  constructor(message: string, place: Place) {
    super(message);
    this.place = place;
  }
}

/** Returns the range of a node; for a string without its quotes, like Keto. */
export function placeOf(node: Node): Place {
  const quote = isStringLiteral(node) ? 1 : 0;
  return { start: node.getStart() + quote, end: node.getEnd() - quote };
}

/** Throws an OplError for a node that OPL does not allow in its place. */
export function refuse(node: Node, expected: string): never {
  throw new OplError(`expected ${expected}, got "${node.getText()}"`, placeOf(node));
}

/** An error in the format of Keto's API: `Line` counts from 1 and is the only capitalised key. */
export interface ParseError {
  message: string;
  start: { Line: number; column: number };
  end: { Line: number; column: number };
}

/**
 * Converts an error to lines and columns.
 *
 * A column is the number of characters before the place on its line, at least 1; the start of a line counts as the
 * end of the line before. Keto takes bytes for characters (`toSrcPos` in its schema/parse_errors.go).
 */
export function parseError({ message, place }: OplError, text: string): ParseError {
  const position = (offset: number) => {
    const bytes = Math.max(1, Buffer.byteLength(text.slice(0, offset)));
    const before = Array.from(text).slice(0, bytes - 1);
    const column = before.length - (before.lastIndexOf('\n') + 1) + (text ? 1 : 0);
    return { Line: before.filter((character) => character === '\n').length + 1, column };
  };
  return { message, start: position(place.start), end: position(place.end) };
}
