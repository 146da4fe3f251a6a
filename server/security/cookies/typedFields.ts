import { createSealedCookie, type SealedCookieOptions } from './sealedCookie.ts';

/** Whether a field's value is kept: only the profile's fields, because all other sections ask for secrets. */
export const isKept = (name: string): boolean => name.startsWith('traits.');

/** The fields of a form in order, by name; several may share a name. */
export type TypedFields = [name: string, value: string][];

/** Keeps a form's typed fields in an encrypted cookie while the user signs in again. */
export interface TypedFieldsCookie {
  /**
   * Returns the `Set-Cookie` that keeps fields.
   *
   * @param flow the id of the form's flow
   * @returns undefined if they are too long for a cookie
   */
  keep: (flow: string, fields: TypedFields) => string | undefined;
  /**
   * Reads a flow's fields from a Cookie header.
   *
   * @returns undefined if there are none, or they belong to another flow
   */
  read: (header: string | undefined, flow: string) => TypedFields | undefined;
  /** Returns the `Set-Cookie` that deletes them, of any flow; undefined if there is nothing to delete. */
  forget: (header: string | undefined) => string | undefined;
}

const maxAgeSeconds = 15 * 60;

/** Creates the cookie for typed fields; each is sealed for its flow. */
export function createTypedFieldsCookie(
  secrets: Pick<SealedCookieOptions, 'secret' | 'portalUrl'>,
): TypedFieldsCookie {
  const { keep, read, isIn, expired } = createSealedCookie({
    ...secrets,
    name: 'portal_typed',
    maxAgeSeconds,
    purpose: 'typed fields',
  });
  return {
    keep: (flow, fields) => keep(JSON.stringify(fields), flow),
    read: (header, flow) => {
      const text = read(header, flow);
      return text ? (JSON.parse(text) as TypedFields) : undefined;
    },
    forget: (header) => (isIn(header) ? expired : undefined),
  };
}
