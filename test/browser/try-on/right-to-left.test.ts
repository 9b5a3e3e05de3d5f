import { expect } from 'chai';
import { seriousFindings } from '../../support/browser/accessibility.ts';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { keepScreenshot, screens } from '../../support/browser/screenshots.ts';
import { FakeTryOnService } from '../../support/try-on/fake-service.ts';
import { Shopper } from '../../support/try-on/shopper.ts';

const room = { url: '/pictures/models/room-lamp.jpg', width: 1200, height: 800 };
const latin = '2-seat shell “Eames”';

/** Returns the elements in which a Latin title does not run from its digit on the left to its closing mark on the right. */
const findTurned = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const turned = [];
  let seen = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.data !== '${latin}' || node.parentElement.closest('.unseen')) continue;
    const leftOf = (at) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect().left;
    };
    seen += 1;
    if (leftOf(0) > leftOf(2) || leftOf(${latin.length - 1}) < leftOf(${latin.length - 2})) turned.push(node.parentElement.outerHTML);
  }
  return seen === 0 ? ['no title'] : turned;
})()`;

const cases = [
  [390, 'light'],
  [1440, 'dark'],
] as const;

describeInBrowser('The try-on in Arabic', (open) => {
  let service: FakeTryOnService;
  let url: string;
  beforeEach(async () => {
    ({ service, url } = await FakeTryOnService.open());
    Object.assign(service, { language: 'ar', dir: 'rtl' });
    service.products = service.products.map((product) =>
      product.productId === '1002' ? { ...product, title: latin } : product,
    );
  });
  afterEach(() => service.close());

  for (const [width, colorScheme] of cases) {
    it(`is laid out from right to left at ${width} pixels`, async () => {
      const context = await open({ viewport: screens[width], colorScheme, reducedMotion: 'reduce' });
      const shopper = await Shopper.visit(context, url);
      const show = async (name: string) => {
        const isTooWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
        expect(await shopper.page.evaluate(isTooWide), name).to.equal(false);
        expect(await seriousFindings(shopper.tab), name).to.deep.equal([]);
        await keepScreenshot(shopper.tab, `try-on/rtl-${name}-${width}-${colorScheme}`);
      };
      await shopper.heading('أضف صورتك').waitFor();
      await show('photo');
      await shopper.button('استخدام هذه الصورة').click();
      await shopper.heading('اختر المنتجات').waitFor();
      await shopper.button('إضافة \u2068Graphic T-shirt\u2069').click();
      await shopper.button(`إضافة \u2068${latin}\u2069`).click();
      await show('items');
      expect(await shopper.page.evaluate(findTurned), 'items').to.deep.equal([]);
      await shopper.button('التصفية والترتيب').click();
      await shopper.page.getByRole('dialog').waitFor();
      await show('filter');
      await shopper.page.getByRole('dialog').getByRole('button', { name: 'إغلاق' }).click();
      await shopper.page.getByRole('button', { name: latin }).first().click();
      await shopper.page.getByRole('dialog').waitFor();
      expect(await shopper.page.evaluate(findTurned), 'item').to.deep.equal([]);
      await shopper.page.getByRole('dialog').getByRole('button', { name: 'إغلاق' }).click();
      await shopper.button('جرّب منتجين').click();
      await shopper.heading('جارٍ إنشاء صورتك').waitFor();
      await show('wait');
      const items = ['1001', '1002'].map((productId) => ({ productId, variantId: null }));
      service.change({ state: 'succeeded', position: null, result: room, items });
      await shopper.page.getByRole('slider').waitFor();
      await show('result');
      expect(await shopper.page.evaluate(findTurned), 'result').to.deep.equal([]);
      await shopper.button('شراء هذه الإطلالة').click();
      await shopper.page.getByRole('dialog').waitFor();
      await show('checkout');
      expect(await shopper.page.evaluate(findTurned), 'checkout').to.deep.equal([]);
    });
  }
});
