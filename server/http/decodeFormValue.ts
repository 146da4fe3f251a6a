/** Decodes a name or value as forms and queries encode it (URL standard). Malformed text is returned unchanged. */
export function decodeFormValue(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
