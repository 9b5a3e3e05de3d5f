import { expect } from 'chai';
import sharp from 'sharp';
import {
  describeInEngines,
  type EngineName,
  isWhole,
  type OpenBrowser,
} from '../../support/browser/engines/describe-in-engines.ts';
import type { Driver } from '../../support/browser/engines/driver.ts';
import { EngineShopper } from '../../support/browser/engines/engine-shopper.ts';
import { type JourneySite, startJourneySite } from '../../support/browser/journey-site.ts';
import { eventually } from '../../support/platform.ts';

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const box = (element: string) =>
  `const { x, y, width, height } = ${element}.getBoundingClientRect(); return { left: Math.round(x), top: Math.round(y), width: Math.round(width), height: Math.round(height) };`;

/** Differences up to it are no drawing. */
const evenPaint = 2;

const frame = "document.querySelector('service-embed').shadowRoot.querySelector('iframe')";

/** Returns by how much the painted colors of an element in the dialog's frame differ, from 0 for an even area. */
async function measurePaint(driver: Driver, element: string): Promise<number> {
  const inner = await driver.run<Box>(box(element));
  await driver.leaveFrame();
  const outer = await driver.run<Box>(box(frame));
  const area = { ...inner, left: inner.left + outer.left, top: inner.top + outer.top };
  const { channels } = await sharp(
    await sharp(await driver.screenshot())
      .extract(area)
      .toBuffer(),
  ).stats();
  return Math.max(...channels.map(({ stdev }) => stdev));
}

/** What these engines lack of the browsers that people have, by which journeys end otherwise or are not played. */
const notShown: Record<EngineName, string[]> = {
  firefox: [
    'the share sheet: Firefox for desktops has no navigator.share, so links are copied',
    'HEIC photos: Firefox decodes none',
    'the clock: ten seconds are really waited',
  ],
  webkit: [
    'the share sheet: WebKitGTK has no navigator.share, so links are copied',
    'HEIC photos: Safari decodes them, WebKitGTK does not',
    'toolbars and safe areas of iOS',
    'touch and pinch',
    'windows narrower than 447 pixels',
    'the clock: ten seconds are really waited',
  ],
};

function lookAtScreens(open: OpenBrowser, engine: EngineName): void {
  let site: JourneySite;
  before(async () => {
    site = await startJourneySite('localhost', ['demo.localhost']);
  });
  after(() => site?.close());

  async function openDialog(): Promise<EngineShopper> {
    const driver = await open();
    await driver.resize(1440, 1000);
    const shopper = await EngineShopper.visit(driver, site.shop.url.replace('localhost', '127.0.0.1'));
    await shopper.follow('Try it on');
    await shopper.enterDialog();
    await shopper.see('Add your photo');
    return shopper;
  }

  it('draw a control that is disabled', async () => {
    const shopper = await openDialog();
    await shopper.press('Use the photo “Living room with a leather sofa before a white wall”');
    await shopper.addItem('Three-seat leather sofa');
    await shopper.press('Try it on');
    await shopper.see('Here is your look');
    const zoomOut = `document.querySelector('.icon-button[disabled]')`;
    // It moves until the image is there.
    await eventually(async () => {
      await shopper.enterDialog();
      return (await measurePaint(shopper.driver, zoomOut)) > evenPaint;
    });
  });

  it('go back one at a time, and leave the dialog before the shop', async () => {
    const shopper = await openDialog();
    const { driver } = shopper;
    await shopper.press('Use the photo “Living room with a leather sofa before a white wall”');
    await shopper.see('Choose items');
    await shopper.press(/Filter & sort/);
    await driver.find('dialog');
    await driver.run('history.back()');
    await driver.until('return !document.querySelector("dialog[open]")');
    await shopper.see('Choose items');
    await driver.run('history.back()');
    await shopper.see('Add your photo');
    await driver.run('history.back()');
    await driver.leaveFrame();
    await driver.until(
      `return !document.querySelector('service-embed').shadowRoot.querySelector('dialog').open`,
    );
    expect(new URL(await driver.getUrl()).pathname).to.equal('/');
  });

  it('close by Escape, with the focus back on the launcher', async () => {
    const shopper = await openDialog();
    const { driver } = shopper;
    await driver.press('Escape');
    await driver.leaveFrame();
    await driver.until(
      `return !document.querySelector('service-embed').shadowRoot.querySelector('dialog').open`,
    );
    expect(await driver.run('return document.activeElement.textContent.trim()')).to.equal('Try it on');
  });

  it('continue after a reload', async () => {
    const driver = await open();
    const shopper = await EngineShopper.visit(driver, `${site.hosted}/`);
    await shopper.press('Use the photo “Living room with a leather sofa before a white wall”');
    await shopper.addItem('Three-seat leather sofa');
    await driver.reload();
    await shopper.press('Try it on');
    await shopper.see('Here is your look');
  });

  for (const what of notShown[engine]) it.skip(`cannot show ${what}`);
}

if (isWhole) describeInEngines('The screens', lookAtScreens);
