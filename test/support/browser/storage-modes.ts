import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { launchOptions } from './launch-options.ts';

/**
 * What a frame of another site finds in `localStorage` and `sessionStorage`:
 * - `blocked`: touching either throws SecurityError; a fresh profile of Chromium, private windows;
 * - `allowed`: one storage for all shops, as before partitioning;
 * - `partitioned`: one for each shop, as most people have it.
 */
export type StorageMode = 'blocked' | 'allowed' | 'partitioned';

/** Playwright switches features off with a single argument, and partitioning is among them. */
const partitioning = 'ThirdPartyStoragePartitioning';

/** The argument that has it, without it: Playwright takes a default argument away by its exact text. */
async function withPartitioning(executablePath: string): Promise<{ drop: string; args: string[] }> {
  const probe = await chromium.launchServer(launchOptions(executablePath));
  const drop = probe.process().spawnargs.find((argument) => argument.includes(partitioning));
  await probe.close();
  if (!drop) return { drop: '', args: [] };
  const features = drop.slice(drop.indexOf('=') + 1).split(',');
  return { drop, args: [`--disable-features=${features.filter((name) => name !== partitioning).join(',')}`] };
}

let found: ReturnType<typeof withPartitioning> | undefined;

function partitioningArguments(executablePath: string): ReturnType<typeof withPartitioning> {
  found ??= withPartitioning(executablePath);
  return found;
}

/** Cookies of third parties allowed, as a person's older profile has it. */
async function makeProfile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'browser-profile-'));
  await mkdir(join(folder, 'Default'));
  const preferences = { profile: { cookie_controls_mode: 0 } };
  await writeFile(join(folder, 'Default/Preferences'), JSON.stringify(preferences));
  return folder;
}

/** A Chromium of its own with a profile in which frames of other sites have storage. */
export async function openProfile(
  executablePath: string,
  storage: Exclude<StorageMode, 'blocked'>,
  options: BrowserContextOptions,
): Promise<{ context: BrowserContext; close: () => Promise<void> }> {
  const folder = await makeProfile();
  const launch = launchOptions(executablePath);
  if (storage === 'partitioned') {
    const { drop, args } = await partitioningArguments(executablePath);
    launch.ignoreDefaultArgs = [...launch.ignoreDefaultArgs, drop];
    launch.args = [...launch.args, ...args];
  }
  const context = await chromium.launchPersistentContext(folder, { ...launch, ...options });
  const close = async () => {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { context, close };
}
