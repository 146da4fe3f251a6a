/** Adds `Secure` to a `Set-Cookie` line that lacks it (RFC 6265, section 5.2.5). */
export function withSecure(line: string): string {
  const [, ...attributes] = line.split(';');
  return attributes.some((attribute) => /^\s*secure\s*(?:=|$)/i.test(attribute)) ? line : `${line}; Secure`;
}
