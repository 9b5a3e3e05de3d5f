import { expect } from 'chai';
import { describeInEngines } from '../../support/browser/engines/describe-in-engines.ts';
import { EngineShopper } from '../../support/browser/engines/engine-shopper.ts';
import { type JourneySite, startJourneySite } from '../../support/browser/journey-site.ts';

/** How far below the top of its line each model photo begins, in CSS pixels. */
const emptyLines = `return [...document.querySelectorAll('.models li')].map((line) =>
  Math.round(line.firstElementChild.getBoundingClientRect().top - line.getBoundingClientRect().top))`;

const living = 'Use the photo “Living room with a leather sofa before a white wall”';

const isAtHome =
  'return location.pathname === "/" && document.readyState === "complete" && !!document.querySelector("[data-try-on]")';

describeInEngines('A short journey', (open) => {
  let site: JourneySite;
  let shop: string;
  before(async () => {
    site = await startJourneySite('localhost', ['demo.localhost']);
    shop = site.shop.url.replace('localhost', '127.0.0.1');
    await site.setCheckout({ platform: 'shopify', url: shop, embedMode: 'cart' });
  });
  after(() => site?.close());

  it('makes a picture in the dialog of a shop, copies its link, fills the cart, and goes back', async () => {
    const driver = await open();
    const shopper = await EngineShopper.visit(driver, shop);
    await shopper.follow('Try it on');
    await shopper.enterDialog();
    await shopper.see('Add your photo');
    await driver.find('button', living);
    const models = await driver.run<number[]>(emptyLines);
    expect([...new Set(models)], 'an empty line above a model photo').to.deep.equal([0]);

    await shopper.press(living);
    await shopper.addItem('Three-seat leather sofa');
    await shopper.press('Try it on');
    await shopper.see('Here is your look');
    const link = await shopper.share();
    expect(link).to.match(/\?share=[0-9a-z]{13}$/);

    await shopper.press('Add to cart');
    await driver.leaveFrame();
    await driver.until('return location.pathname === "/cart"');
    await driver.find('link', 'Three-seat leather sofa');
    await driver.run('history.back()');
    await driver.until(isAtHome);

    await driver.visit(`data:text/html,<input type=search>`);
    await driver.click('searchbox');
    await driver.press('Control', 'v');
    expect(await driver.until('return document.querySelector("input").value')).to.equal(link);
  });
});
