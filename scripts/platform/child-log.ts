import { createRequire } from 'node:module';
import { join } from 'node:path';
import { openLogFile } from './log-file.ts';

const warnLevel = 40;

export interface ChildLog {
  onLine: (line: string) => void;
  close: () => void;
}

function parseLevel(line: string): number {
  if (!line.startsWith('{')) return Number.POSITIVE_INFINITY; // a stack trace, a warning of Node
  try {
    return (JSON.parse(line) as { level?: number }).level ?? 0;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function pretty(name: string): (line: string) => string {
  // Loaded with the first line that is shown: most starts show none.
  const { prettyFactory } = createRequire(import.meta.url)('pino-pretty') as typeof import('pino-pretty');
  const format = prettyFactory({
    colorize: process.stdout.isTTY === true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname,service',
    singleLine: true,
  });
  return (line) => `  [${name}] ${line.startsWith('{') ? format(line).trimEnd() : line}`;
}

/** For programs of others, whose lines have no level: writes to the file only. */
export function quietLog(dataDir: string, name: string): ChildLog {
  const file = openLogFile(join(dataDir, 'logs', `${name}.log`));
  return { onLine: file.write, close: file.close };
}

/** Writes every line of a process to DATA_DIR/logs; warnings and errors also to the terminal, formatted. */
export function childLog(dataDir: string, name: string, say: (line: string) => void): ChildLog {
  const file = openLogFile(join(dataDir, 'logs', `${name}.log`));
  let format: ((line: string) => string) | undefined;
  return {
    onLine: (line) => {
      file.write(line);
      if (line.trim() === '' || parseLevel(line) < warnLevel) return;
      format ??= pretty(name);
      say(format(line));
    },
    close: file.close,
  };
}
