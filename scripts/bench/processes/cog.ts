import { fileURLToPath } from 'node:url';
import { type Child, endingLine, startNode } from '../../processes/child.ts';

const entry = fileURLToPath(new URL('../cog-server.ts', import.meta.url));

/** Starts the model server that responds at once, in a process of its own. */
export async function startCogProcess(): Promise<{ url: string; child: Child; close: () => Promise<void> }> {
  let ready: (url: string) => void = () => undefined;
  const known = new Promise<string>((resolve) => {
    ready = resolve;
  });
  const child = startNode(entry, ['--port', '0', '--slots', '1000'], {
    onLine: (line) => {
      const url = /^Cog server: (\S+)/.exec(line)?.[1];
      if (url) ready(url);
    },
  });
  const lost = child.ended.then((ending) => {
    throw new Error(`The model server ${endingLine(ending)}`);
  });
  lost.catch(() => undefined);
  return { url: await Promise.race([known, lost]), child, close: () => child.close(3000) };
}
