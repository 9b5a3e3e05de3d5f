import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

function executable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Returns the first of those programs on PATH, as a full path; undefined when there is none. */
export function onPath(names: string[], path = process.env.PATH ?? ''): string | undefined {
  const folders = path.split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(executable);
}
