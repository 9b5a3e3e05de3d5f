import { mkdir, writeFile } from 'node:fs/promises';
import { type BrowserName, browsers, locateBrowser } from '../../../../scripts/testing/browser.ts';
import { Driver } from './driver.ts';
import { openFirefox } from './firefox.ts';
import { openWebKit } from './webkit.ts';

const folder = '.cache/screenshots/engines';
const engines = { firefox: openFirefox, webkit: openWebKit } as const;

export type EngineName = keyof typeof engines & BrowserName;

/** Opens a browser with nothing stored, as a person's own; it is closed after the suite. */
export type OpenBrowser = () => Promise<Driver>;

/** `npm run test:engines` plays every journey, `npm test` the short ones. */
export const isWhole = process.env.ENGINE_JOURNEYS === 'all';

function suite(engine: EngineName, path: string, tests: (open: OpenBrowser, engine: EngineName) => void) {
  const opened: Driver[] = [];
  afterEach('keep a screenshot of what failed', async function () {
    if (this.currentTest?.state !== 'failed') return;
    await mkdir(folder, { recursive: true });
    for (const [index, driver] of opened.entries()) {
      const image = await driver.screenshot().catch(() => null);
      if (image) await writeFile(`${folder}/${engine}-${index + 1}.png`, image);
    }
  });
  after(`close ${browsers[engine].name}`, () => Promise.all(opened.map((driver) => driver.close())));
  tests(async () => {
    const driver = new Driver(await engines[engine](path));
    opened.push(driver);
    return driver;
  }, engine);
}

/**
 * `describe` for what runs in each engine other than Chromium, with a second try as there; where one is missing, its
 * tests are skipped by name.
 */
export function describeInEngines(
  title: string,
  tests: (open: OpenBrowser, engine: EngineName) => void,
): void {
  for (const engine of Object.keys(engines) as EngineName[]) {
    const { name, missingVariable } = browsers[engine];
    const found = locateBrowser(process.env, engine);
    if ('path' in found) {
      describe(`${title} in ${name}`, function () {
        this.retries(1);
        suite(engine, found.path, tests);
      });
      continue;
    }
    const reason = process.env[missingVariable] ?? found.missing;
    describe.skip(`${title} in ${name} (${reason})`, () =>
      tests(() => Promise.reject(new Error(reason)), engine));
  }
}
