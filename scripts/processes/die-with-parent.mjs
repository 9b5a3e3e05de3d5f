// Preloaded into every Node child (`node --import …`), in plain JavaScript so that it is in place
// before anything else: a parent killed with -9 during the child's imports would go unnoticed by a
// listener that main.ts installs later. A main that closes itself in time never sees this timer.
const graceMs = 5_000;

if (process.channel) {
  process.once('disconnect', () => {
    if (process.listenerCount('disconnect') === 0) process.exit(1);
    setTimeout(() => process.exit(1), graceMs).unref();
  });
  process.channel.unref();
}
