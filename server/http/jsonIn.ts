/** Parses JSON; undefined for anything else. */
export function jsonIn(text: Buffer | string | undefined): unknown {
  try {
    return JSON.parse(text?.toString() ?? '');
  } catch {
    return undefined;
  }
}
