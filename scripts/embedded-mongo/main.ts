import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { SyncMode } from './journal/writer.ts';
import { type EmbeddedLogger, startEmbeddedMongo } from './server.ts';

const usage =
  'usage: main.ts (--dir DIR | --memory) [--port N] [--port-file F] [--sync group|async] [--max-megabytes N] [--stop-with-stdin] [--test-commands]';

const flags = {
  dir: { type: 'string' },
  memory: { type: 'boolean' },
  port: { type: 'string', default: '0' },
  'port-file': { type: 'string' },
  sync: { type: 'string', default: 'group' },
  'max-megabytes': { type: 'string', default: '512' },
  'compact-bytes': { type: 'string' },
  'ttl-interval-ms': { type: 'string' },
  'stop-with-stdin': { type: 'boolean' },
  'test-commands': { type: 'boolean' },
} as const;

/** stdout carries lines of JSON only (progress, then the port), so the log goes to stderr. */
const log: EmbeddedLogger = {
  info: (fields, message) => console.error(message, fields),
  error: (fields, message) => console.error(message, fields),
};

function readFlags() {
  const { values } = parseArgs({ options: flags });
  const number = (value: string | undefined, name: string): number | undefined => {
    if (value === undefined) return undefined;
    if (!/^\d+$/.test(value)) throw new Error(`--${name} has to be a number, not '${value}'\n${usage}`);
    return Number(value);
  };
  if (!values.dir === !values.memory) throw new Error(usage);
  if (values.sync !== 'group' && values.sync !== 'async') throw new Error(usage);
  return {
    dir: values.dir ?? null,
    port: number(values.port, 'port') ?? 0,
    sync: values.sync as SyncMode,
    maxBytes: (number(values['max-megabytes'], 'max-megabytes') ?? 512) * 2 ** 20,
    compactBytes: number(values['compact-bytes'], 'compact-bytes'),
    ttlIntervalMs: number(values['ttl-interval-ms'], 'ttl-interval-ms'),
    testCommands: values['test-commands'] ?? false,
    portFile: values['port-file'],
    stopWithStdin: values['stop-with-stdin'] ?? false,
  };
}

function everySecond(report: (share: number) => void): (share: number) => void {
  let last = performance.now();
  return (share) => {
    if (performance.now() - last < 1000) return;
    last = performance.now();
    report(Math.round(share * 100) / 100);
  };
}

async function main(): Promise<void> {
  const { portFile, stopWithStdin, compactBytes, ttlIntervalMs, ...rest } = readFlags();
  const database = await startEmbeddedMongo({
    ...rest,
    ...(compactBytes !== undefined && { compactBytes }),
    ...(ttlIntervalMs !== undefined && { ttlIntervalMs }),
    log,
    onFatal: () => process.exit(1),
    onProgress: everySecond((share) => console.log(JSON.stringify({ progress: share }))),
  });
  const stop = (): void => {
    database.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // Without the process that started it, it would never end.
  if (process.connected) process.once('disconnect', stop);
  if (stopWithStdin) process.stdin.resume().once('end', stop).once('error', stop);
  if (portFile !== undefined) await writeFile(portFile, String(database.port));
  console.log(JSON.stringify({ port: database.port }));
}

process.umask(0o077);
main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
