/** The name and value in a `Set-Cookie` line, as a `Cookie` header has them. */
export const cookiePair = (line: string): string => line.split(';', 1)[0] ?? '';
