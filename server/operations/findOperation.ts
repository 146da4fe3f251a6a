import { catalogue } from './catalogue.ts';
import { matcher } from './matcher.ts';

/** The catalogue's call of a method and a raw path, or undefined. */
export const findOperation = matcher(catalogue);
