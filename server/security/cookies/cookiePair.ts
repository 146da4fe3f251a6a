/** Returns the name and value of a `Set-Cookie` line, in the format of a `Cookie` header. */
export const cookiePair = (line: string): string => line.split(';', 1)[0] ?? '';
