/** The escapes of Go's html/template. */
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
  '+': '&#43;',
};

/** Escapes text as HTML, as Kratos' templates do. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"'+]/g, (character) => entities[character] ?? '');
