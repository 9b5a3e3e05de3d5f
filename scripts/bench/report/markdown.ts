/** A table as Markdown; the first row is its head. */
export function markdownTable(rows: string[][]): string {
  const [head, ...body] = rows.map((cells) => `| ${cells.join(' | ')} |`);
  return [head, `|${'---|'.repeat(rows[0]!.length)}`, ...body].join('\n');
}

export const digits = (value: number, most = 3): string =>
  Number.isFinite(value)
    ? String(Number(value.toPrecision(Math.max(most, Math.ceil(Math.log10(Math.abs(value) + 1))))))
    : '–';

export const pair = (ours: number, theirs: number): string => `${digits(ours)} / ${digits(theirs)}`;

export const percent = (ratio: number): string => `${Math.round(ratio * 100)} %`;

export const met = (goal: boolean): string => (goal ? 'met' : '**missed**');
