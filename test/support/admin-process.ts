import { runCommand } from '../../scripts/admin/program.ts';
import type { AdminCall, Ran } from './admin.ts';

process.umask(0o077);
process.once('disconnect', () => process.exit());
process.on('message', (call: AdminCall) => void run(call).then((ran) => process.send!(ran)));

async function run({ args, env }: AdminCall): Promise<Ran> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  const printed = { stdout: '', stderr: '' };
  const restore = [keep('stdout', printed), keep('stderr', printed)];
  const code = await runCommand(args);
  for (const put of restore) put();
  return { code, ...printed };
}

/** Keeps what is written to a stream; returns the function that ends that. */
function keep(name: 'stdout' | 'stderr', printed: Record<'stdout' | 'stderr', string>): () => void {
  const stream = process[name];
  const { write } = stream;
  stream.write = (chunk: string | Uint8Array) => {
    printed[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    return true;
  };
  return () => {
    stream.write = write;
  };
}
