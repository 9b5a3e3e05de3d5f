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
  const partitioned = storage === 'partitioned';
  const launch = launchOptions(executablePath, partitioned ? 'ThirdPartyStoragePartitioning' : undefined);
  const context = await chromium.launchPersistentContext(folder, { ...launch, ...options });
  const close = async () => {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { context, close };
}
