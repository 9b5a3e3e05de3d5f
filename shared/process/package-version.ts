import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Returns the version in this package's `package.json`, from the sources and from the build. */
export function packageVersion(): string {
  for (let folder = new URL('.', import.meta.url); ; folder = new URL('..', folder)) {
    const path = fileURLToPath(new URL('package.json', folder));
    if (existsSync(path)) return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
    if (folder.pathname === '/') throw new Error('This package has no package.json.');
  }
}
