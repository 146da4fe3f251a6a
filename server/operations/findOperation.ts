import { catalogue } from './catalogue.ts';
import { matcher } from './matcher.ts';

/** Finds the operation for a method and a raw path; undefined if there is none. */
export const findOperation = matcher(catalogue);
