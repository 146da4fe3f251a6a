import { parseExactly } from '../../shared/exactJson.ts';
import { fieldsOf, type Fields } from '../../shared/fields.ts';

/** Parses JSON; undefined for anything else. */
export function jsonIn(text: Buffer | string | undefined): unknown {
  try {
    return parseExactly(text?.toString() ?? '');
  } catch {
    return undefined;
  }
}

/** Returns the claims of a JSON Web Token, without verifying anything. */
export const claimsIn = (jwt: string): Fields =>
  fieldsOf(jsonIn(Buffer.from(jwt.split('.')[1] ?? '', 'base64url')));
