/** Returns a name as a JSON pointer has it (RFC 6901, section 4). */
const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Returns a name that a JSON pointer has as it is (RFC 6901, section 4). */
export const plainName = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');

/** Returns the pointer to a property below another pointer. */
export const pointerTo = (pointer: string, name: string): string => `${pointer}/${escaped(name)}`;

/** Returns the names in a pointer. */
export const namesIn = (pointer: string): string[] => pointer.split('/').slice(1).map(plainName);
