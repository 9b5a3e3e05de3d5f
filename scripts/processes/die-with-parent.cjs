// Preloaded into every Node child by `--require`, in plain CommonJS: so it is in place before the event
// loop turns for the first time. Loaded by `--import`, or as a listener in main.ts, it missed the
// `disconnect` of a parent that was killed with -9 while the child was booting. A main that closes
// itself in time never sees the watchdog.
const { Worker } = require('node:worker_threads');

const graceMs = 5_000;

// In a thread of its own, because the main one may hang for ever: sonic-boom, under pino, writes what
// is left in an endless loop (flushSync) once the reader of stdout is gone; seen with 4.2.1 and a
// child killed between its first log line and `ready`.
const watchdog = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${graceMs})`;

if (process.channel) {
  process.once('disconnect', () => {
    if (process.listenerCount('disconnect') === 0) process.kill(process.pid, 'SIGKILL');
    new Worker(watchdog, { eval: true, execArgv: [] }).unref();
  });
  // First of all exit handlers, so before the one that would write endlessly.
  process.on('exit', () => {
    if (!process.connected) process.kill(process.pid, 'SIGKILL');
  });
  process.channel.unref();
}
