import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const pauseMs = 300;

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
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
  for (let told = false; !take(file); ) {
    const pid = holder(file);
    if (pid > 0 && !alive(pid)) rmSync(file, { force: true });
    else if (!told) {
      onWait(pid);
      told = true;
    }
    await pause(pauseMs);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}
