/** What a spreadsheet would run as a formula (OWASP, CSV injection). */
const formula = /^[=+\-@\t\r]/;

/** Writes a value as a cell (RFC 4180); one that a spreadsheet would run gets an apostrophe. */
export function csvCell(value: string | undefined): string {
  const text = value ?? '';
  const safe = formula.test(text) ? `'${text}` : text;
  return /["\n\r,;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Writes a row. */
export const csvRow = (cells: readonly (string | undefined)[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`;
