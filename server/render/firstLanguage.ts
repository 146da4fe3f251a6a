/**
 * Returns the language that a request names first. Quality values are not compared: browsers send their languages in
 * order.
 *
 * @param acceptLanguage the `Accept-Language` header (RFC 9110, section 12.5.4)
 * @returns a language tag; undefined for an absent header, or one that names none
 */
export function firstLanguage(acceptLanguage: string | undefined): string | undefined {
  const first = acceptLanguage?.split(/[,;]/, 1)[0]?.trim();
  return first && first !== '*' ? first : undefined;
}
