import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { locateBrowser } from '../../../scripts/testing/browser.ts';
import { launchOptions } from './launch-options.ts';
import { openProfile, type StorageMode } from './storage-modes.ts';

export interface ContextOptions extends BrowserContextOptions {
  /** Of frames of other sites; default: `blocked`, what Chromium does with a fresh profile. */
  storage?: StorageMode;
}

/** Opens a browser context, as a person's window with nothing stored; it is closed after the test. */
export type OpenContext = (options?: ContextOptions) => Promise<BrowserContext>;

/** Time to close a context whose page is busy. */
const closeMs = 20_000;

let shared: Promise<Browser> | undefined;
let closedAtEnd = false;

/** One Chromium for all tests of a process; those of blocked storage share it. */
function sharedBrowser(path: string): Promise<Browser> {
  shared ??= chromium.launch(launchOptions(path));
  return shared;
}

async function closeShared(): Promise<void> {
  await (await shared?.catch(() => undefined))?.close();
  shared = undefined;
}

/** A suite's function runs while files are loaded, outside of which a hook belongs to the whole process. */
function closeAfterAll(): void {
  if (!closedAtEnd) after('close Chromium', closeShared);
  closedAtEnd = true;
}

async function openContext(path: string, { storage = 'blocked', ...options }: ContextOptions) {
  if (storage !== 'blocked') return openProfile(path, storage, options);
  const context = await (await sharedBrowser(path)).newContext(options);
  return { context, close: () => context.close() };
}

function suite(path: string, tests: (open: OpenContext) => void): void {
  const opened: (() => Promise<void>)[] = [];
  afterEach('close the contexts of the test', async function () {
    this.timeout(closeMs);
    await Promise.all(opened.splice(0).map((close) => close()));
  });
  tests(async (options = {}) => {
    const { context, close } = await openContext(path, options);
    opened.push(close);
    return context;
  });
}

/**
 * `describe` for what runs in Chromium, whose processes move focus, frames and navigations between them in their own
 * time: a test that failed is tried once more, and `npm test` prints it as flaky when it then passes. Where there is none, every test is skipped by its name and counted, with
 * the reason in the title: `npm test` sets CHROMIUM_MISSING to it after it has looked for one everywhere.
 */
export function describeInBrowser(title: string, tests: (open: OpenContext) => void): void {
  const browser = locateBrowser(process.env);
  if ('path' in browser) {
    closeAfterAll();
    describe(title, function () {
      this.retries(1);
      suite(browser.path, tests);
    });
    return;
  }
  const reason = process.env.CHROMIUM_MISSING ?? browser.missing;
  describe.skip(`${title} (${reason})`, () => tests(() => Promise.reject(new Error(reason))));
}
