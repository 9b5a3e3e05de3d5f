import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JourneyShopper } from '../journey-shopper.ts';
import type { Driver } from './driver.ts';
import type { Name } from './find-in-page.ts';

const frame = "return document.querySelector('service-embed')?.shadowRoot?.querySelector('iframe') ?? null";

/** A shopper in an engine without a share sheet and without a clock of the tests. */
export class EngineShopper implements JourneyShopper {
  readonly driver: Driver;

  constructor(driver: Driver) {
    this.driver = driver;
  }

  static async visit(driver: Driver, url: string): Promise<EngineShopper> {
    await driver.visit(url);
    return new EngineShopper(driver);
  }

  /** Enters the dialog of the shop's page. */
  enterDialog = () => this.driver.enterFrame(frame);

  see = async (heading: Name) => void (await this.driver.find('heading', heading));
  press = (button: Name) => this.driver.click('button', button);
  follow = (link: Name) => this.driver.click('link', link);

  async check(choice: string): Promise<void> {
    await this.driver.click('choice', choice);
    await this.driver.until(
      'return [...document.querySelectorAll("dialog label")].some((label) => label.innerText.includes(arguments[0]) && label.control?.checked)',
      choice,
    );
  }

  async search(words: string): Promise<void> {
    await this.driver.fill('searchbox', '', words);
    await this.driver.press('Enter');
  }

  clearSearch = () => this.driver.fill('searchbox', '', '');
  addItem = (title: string) => this.press(`Add ${title}`);
  chooseFile = (path: string) => this.driver.chooseFile(resolve(path));
  stay = (ms: number) => sleep(ms);

  /** Shares by the clipboard; returns the link once the page says that it is copied. */
  async share(): Promise<string> {
    await this.press('Share');
    await this.driver.find('status', 'The link is copied.');
    await this.press('Link to this look');
    const link = await this.driver.until<string>('return document.querySelector(".share-link-field")?.value');
    await this.driver.press('Escape');
    return link;
  }
}
