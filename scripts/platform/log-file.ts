import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const limitBytes = 10 * 1024 * 1024;

export interface LogFile {
  write: (line: string) => void;
  close: () => void;
}

/**
 * Opens a log that never takes more than 20 MiB: at 10 MiB it becomes `NAME.1` and a new one begins. Writes
 * synchronously: the process does nothing else, and a crash loses no line.
 */
export function openLogFile(path: string, limit = limitBytes): LogFile {
  mkdirSync(dirname(path), { recursive: true });
  let file = openSync(path, 'a', 0o600);
  let size = fstatSync(file).size;
  let open = true;
  const rotate = () => {
    closeSync(file);
    renameSync(path, `${path}.1`);
    file = openSync(path, 'a', 0o600);
    size = 0;
  };
  return {
    write: (line) => {
      if (!open) return;
      size += writeSync(file, `${line}\n`);
      if (size >= limit) rotate();
    },
    close: () => {
      if (open) closeSync(file);
      open = false;
    },
  };
}
