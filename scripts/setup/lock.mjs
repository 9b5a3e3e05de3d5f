import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const pauseMs = 300;
const confirmMs = 100;

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Two processes that find the lock of a dead one may both remove it, the slower one after the faster
 * one has made its own: so a process that made one checks a moment later that it is still there.
 */
async function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    await pause(confirmMs);
    return holder(file) === process.pid;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

function holder(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return 0;
  }
}

/** `npm start` and `npm test` in two terminals of a fresh clone must not both run `npm ci`. */
export async function withLock(file, onWait, work) {
  mkdirSync(dirname(file), { recursive: true });
  for (let reported = false; !(await take(file)); ) {
    const pid = holder(file);
    if (pid > 0 && !alive(pid)) rmSync(file, { force: true });
    else if (!reported) {
      onWait(pid);
      reported = true;
    }
    await pause(pauseMs);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}
