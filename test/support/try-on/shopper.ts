import type { BrowserContext, Frame, Page } from 'playwright-core';

/** What a shopper does on the screens of the try-on, by the names that she reads. */
export class Shopper {
  readonly page: Page | Frame;

  constructor(page: Page | Frame) {
    this.page = page;
  }

  /** The tab that the screens are in. */
  get tab(): Page {
    return 'page' in this.page ? this.page.page() : this.page;
  }

  static async visit(context: BrowserContext, url: string): Promise<Shopper> {
    const page = await context.newPage();
    await page.goto(url);
    return new Shopper(page);
  }

  button(name: string | RegExp) {
    return this.page.getByRole('button', { name });
  }

  heading(name: string | RegExp) {
    return this.page.getByRole('heading', { level: 1, name });
  }

  /** Text that is seen, whatever the live region says. */
  text(text: string | RegExp) {
    return this.page.locator('main').getByText(text).first();
  }

  async chooseFile(file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await this.page.locator('input[type=file]').first().setInputFiles(file);
  }

  async useLastPhoto(): Promise<void> {
    await this.button('Use this photo').click();
    await this.heading('Choose items').waitFor();
  }

  /** By the round button on its tile. */
  async addItem(title: string): Promise<void> {
    await this.button(`Add ${title}`).click();
  }

  async startTryOn(): Promise<void> {
    await this.useLastPhoto();
    await this.addItem('Graphic T-shirt');
    await this.addItem('Shell armchair');
    await this.button('Try on 2 items').click();
    await this.heading('Creating your picture').waitFor();
  }
}
