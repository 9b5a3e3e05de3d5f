import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Page } from 'playwright-core';

const folder = '.cache/screenshots';

/** Widths of a small phone, a usual one, a tablet and a laptop, in CSS pixels. */
export const screens = {
  320: { width: 320, height: 640 },
  390: { width: 390, height: 844 },
  768: { width: 768, height: 1024 },
  1440: { width: 1440, height: 900 },
  landscape: { width: 844, height: 390 },
} as const;

/**
 * Waits until the page has its fonts. With SCREENSHOTS=all (`npm run test:screenshots`, and CI's upload) it then keeps
 * an image of what is visible as `.cache/screenshots/{name}.png`: hundreds of them cost as much as the tests do.
 */
export async function keepScreenshot(page: Page, name: string, fullPage = false): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  if (process.env.SCREENSHOTS !== 'all') return;
  const path = `${folder}/${name}.png`;
  await mkdir(dirname(path), { recursive: true });
  await page.screenshot({ path, fullPage });
}
