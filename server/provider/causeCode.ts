/**
 * Returns the code of a system or parser error, such as ECONNREFUSED or HPE_INVALID_VERSION.
 *
 * @returns undefined if the cause has none
 */
export const causeCode = (cause: unknown): string | undefined =>
  typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string'
    ? cause.code
    : undefined;
