import { expect } from 'chai';
import { describeInBrowser } from '../../support/browser/describe-in-browser.ts';
import { screens } from '../../support/browser/screenshots.ts';
import { FakeTryOnService } from '../../support/try-on/fake-service.ts';
import { Shopper } from '../../support/try-on/shopper.ts';
import { aProduct, aProductView } from '../../support/try-on/views.ts';

/** Sizes of the files, and the color around what they show. */
const files = [
  ['round-sunglasses-blue', 800, 337, '#fefefe'],
  ['fabric-sofa-grey', 800, 444, null],
  ['t-shirt-blue', 800, 720, '#ffffff'],
  ['bottle-mint', 316, 800, '#ffffff'],
  ['armchair-blue', 665, 800, null],
] as const;

interface Shown {
  src: string;
  fit: string;
  /** Of the picture as it is drawn, in CSS pixels. */
  width: number;
  /** Parts of the picture that its box hides, 0 to 1. */
  hidden: number;
}

/** The pictures that are drawn, and how. */
const shown = `[...document.querySelectorAll('.picture img')].filter((img) => img.complete && img.offsetWidth > 0).map((img) => {
  const style = getComputedStyle(img);
  const inner = (side, one, other) => side - parseFloat(one) - parseFloat(other);
  const box = {
    width: inner(img.clientWidth, style.paddingLeft, style.paddingRight),
    height: inner(img.clientHeight, style.paddingTop, style.paddingBottom),
  };
  const [width, height] = [Number(img.getAttribute('width')), Number(img.getAttribute('height'))];
  const scales = [box.width / width, box.height / height];
  const scale = style.objectFit === 'cover' ? Math.max(...scales) : Math.min(...scales);
  const seen = Math.min(1, box.width / (width * scale)) * Math.min(1, box.height / (height * scale));
  return { src: img.currentSrc, fit: style.objectFit, width: width * scale, hidden: 1 - seen };
})`;

describeInBrowser('The picture of a product', (open) => {
  let service: FakeTryOnService;
  let url: string;
  beforeEach(async () => {
    ({ service, url } = await FakeTryOnService.open());
    service.products = files.map(([file, width, height, ground]) =>
      aProduct({
        productId: file,
        title: file,
        image: { src: `/pictures/catalog/${file}.webp`, width, height, average: '#cccccc', ground },
      }),
    );
    for (const card of service.products)
      service.details.set(card.productId, { ...aProductView(card), images: card.image ? [card.image] : [] });
  });
  afterEach(() => service.close());

  const sourceWidth = (src: string) => files.find(([file]) => src.includes(file))?.[1] ?? 0;
  const candidate = (src: string) => Number(/\/(\d+)\.\w+$/.exec(src)?.[1]);

  for (const [width, density] of [
    [320, 2],
    [390, 3],
    [768, 2],
    [899, 1],
    [1000, 2],
    [1440, 2],
  ] as const) {
    it(`is whole and as sharp as its box at ${width} px, ${density} pixels each`, async () => {
      const viewport = { ...screens[390], width };
      const context = await open({ viewport, deviceScaleFactor: density, reducedMotion: 'reduce' });
      const shopper = await Shopper.visit(context, url);
      const check = async (least: number) => {
        await shopper.tab.waitForFunction(`(${shown}).length >= ${least}`);
        const pictures = await shopper.tab.evaluate<Shown[]>(shown);
        for (const { src, width: drawn, hidden } of pictures) {
          expect(hidden, `${src} is cropped`).to.be.lessThan(0.16);
          const needed = Math.min(drawn * density, sourceWidth(src), 1280);
          expect(candidate(src), `${src} is drawn ${drawn} px wide`).to.be.at.least(needed / 1.02);
        }
      };
      await shopper.useLastPhoto();
      await shopper.addItem('fabric-sofa-grey');
      await shopper.addItem('armchair-blue');
      await check(6);
      for (const [file] of files.slice(0, 4)) {
        await shopper.page.getByRole('button', { name: new RegExp(`^${file}`) }).click();
        await shopper.page.locator('.gallery img').waitFor();
        await check(7);
        await shopper.tab.keyboard.press('Escape');
      }
      await shopper.button('Try on 2 items').click();
      await shopper.page.getByRole('progressbar').waitFor();
      await check(2);
      const items = ['fabric-sofa-grey', 'armchair-blue'].map((productId) => ({
        productId,
        variantId: null,
      }));
      service.change({ state: 'succeeded', position: null, result: service.view.photo, items });
      await shopper.page.getByRole('slider').waitFor();
      await check(2);
    });
  }
});
