import type { FakeTryOnService } from './fake-service.ts';
import type { Shopper } from './shopper.ts';
import { aProductView } from './views.ts';

/** A state of a screen, and the way to it. */
export interface ScreenState {
  name: string;
  /** Before the page is opened. */
  prepare?: (service: FakeTryOnService) => void;
  /** What a shopper does to get there. */
  reach: (shopper: Shopper, service: FakeTryOnService) => Promise<void>;
}

/** The sheets have more to show than the titles of a listing. */
function withDetails(service: FakeTryOnService): void {
  const [first] = service.products;
  service.details.set(
    '1001',
    aProductView({ image: first?.image ?? null, images: first?.image ? [first.image] : [] }),
  );
  service.facets = {
    categories: [
      { path: 'Clothing', name: 'Clothing', count: 4 },
      { path: 'Clothing>T-shirts', name: 'T-shirts', count: 1 },
      { path: 'Furniture', name: 'Furniture', count: 4 },
    ],
    colors: [
      { name: 'Red', swatch: '#c02020', count: 2 },
      { name: 'White', swatch: '#ffffff', count: 1 },
    ],
    price: { min: 1900, max: 129900, currency: 'EUR' },
  };
}

async function openFilters(shopper: Shopper): Promise<void> {
  await shopper.useLastPhoto();
  await shopper.button(/Filter & sort/).click();
  await shopper.page.getByRole('dialog').getByRole('button', { name: 'Show 8 items' }).waitFor();
}

/** The states of the items, and of the sheets above them. */
export const itemScreens: ScreenState[] = [
  { name: 'items', reach: (shopper) => shopper.useLastPhoto() },
  {
    name: 'items-chosen',
    async reach(shopper) {
      await shopper.useLastPhoto();
      await shopper.addItem('Graphic T-shirt');
      await shopper.addItem('Leather sofa');
    },
  },
  {
    name: 'items-empty',
    prepare: (service) => {
      service.products = [];
    },
    async reach(shopper) {
      await shopper.useLastPhoto();
      await shopper.text('No items here yet').waitFor();
    },
  },
  {
    name: 'items-filters',
    prepare: withDetails,
    reach: openFilters,
  },
  {
    name: 'items-filtered',
    prepare: withDetails,
    async reach(shopper) {
      await openFilters(shopper);
      const sheet = shopper.page.getByRole('dialog');
      await sheet.getByText('Clothing').click();
      await sheet.getByText('T-shirts').click();
      await sheet.getByText('Red', { exact: true }).click();
      await sheet.getByText('Available now').click();
      await sheet.getByRole('button', { name: 'Show 8 items' }).click();
      await shopper.button('Remove the filter T-shirts').waitFor();
    },
  },
  {
    name: 'items-no-match',
    async reach(shopper) {
      await shopper.useLastPhoto();
      await shopper.page.getByRole('searchbox').fill('nothing like this');
      await shopper.text('No items match').waitFor();
    },
  },
  {
    name: 'items-failed',
    prepare: (service) => service.refused.set('GET /products', { status: 503, reason: 'unavailable' }),
    async reach(shopper) {
      await shopper.useLastPhoto();
      await shopper.button('Try again').waitFor();
    },
  },
  {
    name: 'product',
    prepare: withDetails,
    async reach(shopper) {
      await shopper.useLastPhoto();
      await shopper.page.getByRole('button', { name: 'Graphic T-shirt €29.00' }).click();
      await shopper.page.getByRole('radio', { name: 'S, sold out' }).waitFor();
    },
  },
  {
    name: 'look',
    async reach(shopper, service) {
      await shopper.useLastPhoto();
      for (const { title } of service.products.slice(0, 6)) await shopper.addItem(title);
      await shopper.button('Edit look, 6 items').click();
      await shopper.page.getByRole('dialog', { name: 'Your look' }).waitFor();
    },
  },
  {
    name: 'items-replacing',
    async reach(shopper, service) {
      await shopper.startTryOn();
      service.change({ state: 'succeeded', position: null, result: service.view.photo });
      await shopper.button('Swap Shell armchair').click();
      await shopper.heading('Choose a replacement').waitFor();
    },
  },
];
