import type { Frame, Page } from 'playwright-core';

/** Runs in the frame: the longest event of each interaction, as Interaction to Next Paint counts it. */
const watchScript = `
  globalThis.interactions = new Map();
  new PerformanceObserver((list) => list.getEntries().forEach(({ interactionId, duration }) => {
    if (interactionId) interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0));
  })).observe({ type: 'event', durationThreshold: 16 });`;

/** The browser reports an event when the frame after it is painted. */
const settleMs = 500;

/**
 * Taps through the items of an open try-on: adds, opens and closes a product, searches, removes.
 *
 * @returns milliseconds from each input to the next paint, rounded to 8 by the browser; those below 16 are not
 *   reported, so a percentile of the rest is never too low.
 */
export async function tapThrough(page: Page, frame: Frame): Promise<number[]> {
  await frame.evaluate(watchScript);
  await frame.locator('input[type=file]').first().setInputFiles('examples/room-console.jpg');
  const add = frame.getByRole('button', { name: /^Add / });
  await add.nth(1).click();
  await add.nth(2).click();
  await frame.locator('.tile-open').first().click();
  await closeSheet(frame);
  await frame.getByRole('button', { name: /^Edit look/ }).click();
  await closeSheet(frame);
  await frame.getByRole('button', { name: /Filter & sort/ }).click();
  await closeSheet(frame);
  await frame.getByRole('searchbox').click();
  await page.keyboard.type('lamp', { delay: 120 });
  await frame.getByRole('button', { name: 'Clear search' }).click();
  await frame
    .getByRole('button', { name: /^Remove / })
    .first()
    .click();
  await page.waitForTimeout(settleMs);
  return (await frame.evaluate('[...interactions.values()]')) as number[];
}

async function closeSheet(frame: Frame): Promise<void> {
  const sheet = frame.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await sheet.waitFor({ state: 'detached' });
}
