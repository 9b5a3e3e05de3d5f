import type { BrowserContext } from 'playwright-core';
import { eventually } from '../platform.ts';
import { Shopper } from '../try-on/shopper.ts';

/** What a journey needs of a shopper, whichever browser she has; names are those that she reads. */
export interface JourneyShopper {
  /** Waits for a screen, by its heading. */
  see(heading: string | RegExp): Promise<void>;
  /** Presses a button; of the sheet that is open, if there is one. */
  press(button: string | RegExp): Promise<void>;
  follow(link: string | RegExp): Promise<void>;
  /** Makes a choice of a sheet. */
  check(choice: string): Promise<void>;
  search(words: string): Promise<void>;
  clearSearch(): Promise<void>;
  addItem(title: string): Promise<void>;
  chooseFile(path: string): Promise<void>;
  /** Lets that time pass. */
  stay(ms: number): Promise<void>;
  /** Shares the result; returns the link that she can pass on. */
  share(): Promise<string>;
}

/** Headless Chromium has no share sheet on Linux. */
const shareSheet = `Object.defineProperty(Navigator.prototype, 'share', { value: async (data) => void (window.given = data) });`;

/** A shopper in Chromium, in a window with a clock of its own and a share sheet. */
export class ChromiumShopper extends Shopper implements JourneyShopper {
  static async prepare(context: BrowserContext): Promise<void> {
    await context.clock.install();
    await context.addInitScript(shareSheet);
  }

  see = (heading: string | RegExp) => this.heading(heading).waitFor();
  press = (button: string | RegExp) => this.button(button).click();
  follow = (link: string | RegExp) => this.page.getByRole('link', { name: link }).click();

  async check(choice: string): Promise<void> {
    const option = this.page.getByRole('dialog').locator('label').filter({ hasText: choice });
    await option.click();
    await option.locator('input:checked').waitFor({ state: 'attached' });
  }

  async search(words: string): Promise<void> {
    await this.page.getByRole('searchbox').fill(words);
    await this.page.getByRole('searchbox').press('Enter');
  }

  clearSearch = () => this.page.getByRole('searchbox').fill('');
  stay = (ms: number) => this.tab.context().clock.fastForward(ms);

  async share(): Promise<string> {
    await this.button('Share').click();
    await eventually(() => this.page.evaluate('window.given !== undefined'));
    return String(await this.page.evaluate('window.given.url'));
  }
}
