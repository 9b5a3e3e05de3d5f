import { fileURLToPath } from 'node:url';
import type { LaunchOptions } from 'playwright-core';

/**
 * Sites of their own for tests: `www.shop.test` and `embed.service.test` are this machine, on any port, and each
 * other's third party, as a merchant's shop and the service are. Both count as secure although they speak HTTP, so
 * that the clipboard, the camera and `crypto.subtle` are there.
 */
const args = [
  '--host-resolver-rules=MAP *.test 127.0.0.1',
  '--unsafely-treat-insecure-origin-as-secure=*.shop.test,*.service.test,*.stranger.test',
];

/** Chromium's sandbox does not run as root. */
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Scroll bars take room, as on a desktop; Playwright would hide them. */
const ignoreDefaultArgs = ['--hide-scrollbars'];

/**
 * Features for which Chromium loads, beside each page of a test, the lists of an address bar that is not shown, and
 * keeps a process for the next site: more CPU than most pages of the tests take.
 */
const costly = ['SpareRendererForSitePerProcess', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

const executablePath = fileURLToPath(new URL('./chromium.sh', import.meta.url));

/** `featureOn` is one that Playwright switches off. */
export function launchOptions(chromium: string, featureOn = 'none') {
  const env = {
    ...process.env,
    CHROMIUM: chromium,
    FEATURES_OFF: costly.join(','),
    FEATURE_ON: featureOn,
  };
  return { executablePath, env, args: [...args, ...asRoot], ignoreDefaultArgs } satisfies LaunchOptions;
}
