import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/**
 * Returns the CPU time that a process, its threads and its children have used so far, milliseconds in steps of 10
 * (proc(5)): an API decodes images in children. Of a process that is gone it returns 0.
 */
export function familyCpuMs(pid: number): number {
  const children = readIfThere(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + familyCpuMs(Number(child)), ownCpuMs(pid));
}

/** With that of the children that have ended. */
function ownCpuMs(pid: number): number {
  const stat = readIfThere(`/proc/${pid}/stat`);
  // The name in parentheses may hold spaces; utime, stime, cutime and cstime are the 12th to 15th field after it.
  const ticks = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15);
  return (ticks.reduce((sum, count) => sum + Number(count), 0) * 1000) / ticksPerSecond;
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
