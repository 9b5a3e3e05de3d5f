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

export function launchOptions(executablePath: string) {
  return { executablePath, args: [...args, ...asRoot], ignoreDefaultArgs } satisfies LaunchOptions;
}
