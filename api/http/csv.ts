/** Writes a line of CSV (RFC 4180). */
export const toCsvLine = (cells: readonly (string | number)[]): string =>
  `${cells.map((cell) => quote(String(cell))).join(',')}\r\n`;

/** Spreadsheets calculate what begins with these characters: a quote in front keeps it a text. */
function quote(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
