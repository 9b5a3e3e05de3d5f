import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Addresses through which the operator's command line reaches the backends of a running start. */
export interface BackendsFile {
  redisUrl: string;
  mongoUri: string;
  apiUrl: string;
  pid: number;
}

/** Mode 0600: the URLs may carry passwords. Returns what removes it. */
export function writeBackendsFile(dataDir: string, backends: BackendsFile): () => void {
  const file = join(dataDir, 'backends.json');
  rmSync(file, { force: true }); // an older one would keep its mode
  writeFileSync(file, `${JSON.stringify(backends, null, 2)}\n`, { mode: 0o600 });
  return () => rmSync(file, { force: true });
}
