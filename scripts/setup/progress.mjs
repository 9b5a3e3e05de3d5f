const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 120;
const reminderMs = 15_000;

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/**
 * Shows the progress of a phase: a spinner with the time on a terminal, elsewhere one line and a
 * reminder every 15 s, so that a log of CI stays short and a long phase is not taken for a hang.
 * @returns {(outcome: string) => void} ends the phase with its outcome
 */
export function phase(text) {
  const out = process.stderr;
  const since = performance.now();
  const live = out.isTTY && !process.env.CI;
  if (!live) out.write(`${text} …\n`);
  let turn = 0;
  const draw = () => out.write(`\r\x1b[K${frames[turn++ % frames.length]} ${text} ${seconds(since)}`);
  const remind = () => out.write(`  still running after ${seconds(since)}\n`);
  const timer = setInterval(live ? draw : remind, live ? frameMs : reminderMs);
  return (outcome) => {
    clearInterval(timer);
    out.write(`${live ? '\r\x1b[K' : ''}${text}: ${outcome} (${seconds(since)})\n`);
  };
}
