import { fileURLToPath } from 'node:url';
import { allocator } from '../../processes/allocator.ts';
import { startNode, waitForMessage } from '../../processes/child.ts';

const entry = fileURLToPath(new URL('./process.ts', import.meta.url));
const deadlineMs = 900_000;

/** Runs the measurement `pairs` or `many` in a process that has a worker's memory settings and runs nothing else. */
export async function measureInProcess<Measured>(
  what: 'pairs' | 'many',
  { quick, say }: { quick: boolean; say: (line: string) => void },
): Promise<Measured> {
  const args = [what, ...(quick ? ['quick'] : [])];
  const child = startNode(entry, args, { env: { ...allocator, ...process.env }, onLine: say });
  try {
    const response = await waitForMessage<{ type: 'measured'; measured: Measured }>(
      child,
      'measured',
      deadlineMs,
    );
    return response.measured;
  } finally {
    await child.close();
  }
}
