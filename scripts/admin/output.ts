import type { Command } from 'commander';

/** A failure that the operator can fix; its message is one line. */
export class AdminError extends Error {
  override name = 'AdminError';
  readonly exitCode: number;
  /** Beside the message with `--json`. */
  readonly detail: object;

  constructor(message: string, exitCode = 1, detail: object = {}) {
    super(message);
    this.exitCode = exitCode;
    this.detail = detail;
  }
}

/** Adds the options that every command has. */
export function withJson(command: Command): Command {
  return command.option('--json', 'print one JSON object on stdout');
}

/** JSON whose control and direction characters are escaped, so that its reader receives the same texts. */
export function json(value: object): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(unprintable, escaped);
}

/** Prints a result: the object itself with `--json`, else the text made from it. */
export function print<Result extends object>(
  options: { json?: boolean },
  result: Result,
  text: () => string,
): void {
  console.log(options.json ? json(result) : printable(text()));
}

/**
 * Control characters and those that change the direction of text: endpoints, feeds and callers choose texts
 * that a command prints, and a terminal obeys escape sequences (its title, its clipboard).
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what the pattern replaces
const unprintable = /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Returns one line of text that a terminal only shows. */
export function oneLine(text: string): string {
  return text.replace(unprintable, '\ufffd');
}

/** Text of several lines that a terminal only shows. */
export function printable(text: string): string {
  return text.split('\n').map(oneLine).join('\n');
}

/** Columns padded to their widest cell, each cell on one line. */
export function formatTable(header: string[], rows: string[][]): string {
  const lines = [header, ...rows].map((line) => line.map(oneLine));
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

/** Returns a whole number from an option. @throws AdminError naming the option. */
export function wholeNumber(option: string, value: string, low: number, high: number): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= low && number <= high) return number;
  throw new AdminError(`${option} must be a whole number from ${low} to ${high}.`);
}
