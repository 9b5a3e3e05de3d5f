import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, relative, resolve } from 'node:path';

const maps = new Map<string, SourceMap | undefined>();

/** Reads the source map beside a bundle, at its first use: it is large. */
function readMap(file: string): SourceMap | undefined {
  if (!maps.has(file)) {
    const path = `${file}.map`;
    maps.set(
      file,
      existsSync(path)
        ? new SourceMap(JSON.parse(readFileSync(path, 'utf8')) as SourceMapPayload)
        : undefined,
    );
  }
  return maps.get(file);
}

/** Returns a stack with the places in sources in place of those in bundles. */
export function toSourceStack(stack: string): string {
  return stack.replace(/(\/[^\s():]+\.cjs):(\d+):(\d+)/g, (place, file: string, line, column) => {
    const entry = readMap(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return place;
    const source = relative('.', resolve(dirname(file), entry.originalSource));
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}
