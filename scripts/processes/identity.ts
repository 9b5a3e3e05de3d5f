import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Process facts from /proc where there is one, else from `ps`; undefined when it is gone. */
function fields(pid: number): { parent: number; name: string; started: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is in parentheses and may itself contain spaces and parentheses.
    const rest = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A killed process whose parent has not collected it yet counts as gone.
    if (rest[0] === 'Z' || rest[0] === 'X') return undefined;
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    return { parent: Number(rest[1]), name, started: rest[19] ?? '' };
  } catch (error) {
    if (process.platform === 'linux') return undefined;
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  try {
    const line = execFileSync('ps', ['-o', 'ppid=,lstart=,comm=', '-p', String(pid)], {
      encoding: 'utf8',
    }).trim();
    const match = /^(\d+)\s+(\S+\s+\S+\s+\d+\s+[\d:]+\s+\d+)\s+(.*)$/.exec(line);
    if (!match) return undefined;
    return { parent: Number(match[1]), started: match[2] ?? '', name: match[3]?.split('/').at(-1) ?? '' };
  } catch {
    return undefined; // `ps` ends with 1 when there is no such process
  }
}

/** Distinguishes two processes that had the same pid; undefined when there is no such process. */
export function startedAt(pid: number): string | undefined {
  return fields(pid)?.started;
}

/** Reads the parent of a process, and its program's name. */
export function readParent(pid: number): number | undefined {
  return fields(pid)?.parent;
}

export function readName(pid: number): string | undefined {
  return fields(pid)?.name;
}
