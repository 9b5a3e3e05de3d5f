import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const stampName = '.installed-for';

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined; // absent, or truncated by an interrupted installation: both mean "install"
  }
}

const system = `${process.platform}-${process.arch}`;

/** Says for which system and lock file node_modules was made: sharp and others bring native code. */
function wantedStamp(root) {
  const lock = readFileSync(join(root, 'package-lock.json'));
  return `${system} ${createHash('sha256').update(lock).digest('hex')}\n`;
}

function stampOf(root) {
  try {
    return readFileSync(join(root, 'node_modules', stampName), 'utf8');
  } catch {
    return undefined;
  }
}

/** npm writes this list as the last step, so a half-finished node_modules has none. */
function installedPackages(root) {
  return readJson(join(root, 'node_modules', '.package-lock.json'))?.packages;
}

function complete(root, installed) {
  return Object.keys(installed).every((folder) => existsSync(join(root, folder, 'package.json')));
}

/** Returns true after npm was run by hand on this system: then only the stamp is missing or old. */
function matchesLock(root, installed) {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages ?? {};
  const entries = Object.entries(wanted).filter(([folder]) => folder !== '');
  return entries.every(([folder, { version, optional }]) =>
    installed[folder] ? installed[folder].version === version : optional,
  );
}

export function writeStamp(root) {
  writeFileSync(join(root, 'node_modules', stampName), wantedStamp(root));
}

/**
 * Returns the reason why packages must be installed, as a phrase; undefined when they need not.
 * About 10 ms: one check for each package folder, so that a deleted one is noticed as well.
 */
export function reasonToInstall(root) {
  if (!existsSync(join(root, 'node_modules'))) return 'first run';
  const installed = installedPackages(root);
  if (!installed || !complete(root, installed)) return 'node_modules is incomplete';
  const stamp = stampOf(root);
  if (stamp === wantedStamp(root)) return undefined;
  if ((stamp === undefined || stamp.startsWith(system)) && matchesLock(root, installed)) {
    writeStamp(root);
    return undefined;
  }
  return 'package-lock.json changed';
}
