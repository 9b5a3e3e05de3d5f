import type { Command } from 'commander';

/** A failure that the operator can fix; its message is one line. */
export class AdminError extends Error {
  override name = 'AdminError';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Adds the options that every command has. */
export function withJson(command: Command): Command {
  return command.option('--json', 'print one JSON object on stdout');
}

/** Prints a result: the object itself with `--json`, else the text made from it. */
export function print<Result extends object>(
  options: { json?: boolean },
  result: Result,
  text: () => string,
): void {
  console.log(options.json ? JSON.stringify(result) : text());
}

/** Columns padded to their widest cell. */
export function formatTable(header: string[], rows: string[][]): string {
  const lines = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A whole number from an option. @throws AdminError naming the option. */
export function wholeNumber(option: string, value: string, low: number, high: number): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= low && number <= high) return number;
  throw new AdminError(`${option} must be a whole number from ${low} to ${high}.`);
}
