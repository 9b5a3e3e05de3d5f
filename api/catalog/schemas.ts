import {
  type Facets,
  type ListingView,
  type Money,
  type ProductCard,
  type ProductView,
  sceneKinds,
  type Thumbnail,
  type VariantView,
} from '../../shared/try-on/contract.ts';
import { nextCursorSchema } from '../http/page.ts';
import {
  buildList,
  buildObject,
  count,
  flag,
  integer,
  named,
  namedObject,
  nullable,
  openText,
  text,
} from '../openapi/schema.ts';

const minorUnits = (what: string) => integer(`${what}, in minor units (cents).`, { minimum: 0 });
const currency = text('ISO 4217 code.', { pattern: '^[A-Z]{3}$' });
const pixels = (what: string) => integer(`${what} of the original in pixels.`, { minimum: 1 });
const swatch = nullable(text('`#rrggbb`; null: not known.'));

const moneySchema = namedObject<Money>('Money', 'An amount.', { amount: minorUnits('Amount'), currency });
const price = (what: string) => nullable({ ...moneySchema, description: what });

const thumbnailSchema = namedObject<Thumbnail>(
  'Thumbnail',
  'An image: `{src}/{width}.{format}`, of the widths 160, 320, 640 and 1280 in `avif` and `webp`.',
  {
    src: text('Path without the width.', { format: 'uri-reference' }),
    width: pixels('Width'),
    height: pixels('Height'),
    average: nullable(text('Average color `#rrggbb`, shown until the image has arrived.')),
    ground: nullable(text('Color `#rrggbb` of a plain ground around what the image shows.')),
  },
);
const thumbnail = (what: string) => nullable({ ...thumbnailSchema, description: what });

const colorSchema = namedObject<ProductCard['colors'][number]>('Color', 'A color.', {
  name: text('Name.'),
  swatch,
});

const card = {
  productId: text('Product id of the storefront platform.'),
  handle: text('Names the product in the address of its page.'),
  title: text('Title.'),
  image: thumbnail('The first image.'),
  price: price('The lowest price of its variants.'),
  compareAtPrice: price('The price before a reduction.'),
  priceVaries: flag('Whether variants differ in price.'),
  available: flag('Whether it can be bought now.'),
  renderable: flag('Whether the catalog has an image to render from; without one, it cannot be tried on.'),
  colors: buildList(colorSchema, 'Colors of its variants.'),
  variantId: nullable(text('The variant that is meant when the shopper chooses none.')),
  category: nullable(text('Path of its category, as in `category` of a listing’s query.')),
  scene: nullable(openText('Kind of scene that it is for; null: unknown.', sceneKinds)),
  hasSizes: flag('Whether more than one variant of that color can be bought: the shopper chooses a size.'),
  variantTitle: nullable(text('That variant’s options, such as `Blue / M`.')),
};

type Option = ProductView['options'][number];

const valueSchema = namedObject<Option['values'][number]>('OptionValue', 'A value of an option.', {
  value: text('Value.'),
  swatch,
});

const optionSchema = namedObject<Option>('ProductOption', 'A property that variants differ in.', {
  name: text('Name, such as `Size`.'),
  values: buildList(valueSchema, 'Its values.'),
});

const variantSchema = namedObject<VariantView>('Variant', 'A variant of a product.', {
  variantId: text('Variant id of the storefront platform.'),
  options: buildList(text('A value.'), 'One value for each option of the product, in their order.'),
  price: price('Price.'),
  compareAtPrice: price('The price before a reduction.'),
  available: flag('Whether it can be bought now.'),
  image: thumbnail('Its image.'),
});

export const productSchema = namedObject<ProductView>('Product', 'A product with its variants.', {
  ...card,
  description: nullable(text('Description as text.')),
  url: nullable(text('Its page.')),
  images: buildList(thumbnailSchema, 'All images.'),
  options: buildList(optionSchema, 'Options in which the variants differ.'),
  variants: buildList(variantSchema, 'Its variants.'),
});

const facetsSchema = namedObject<Facets>('Facets', 'Filters of the whole catalog.', {
  categories: buildList(
    buildObject<Facets['categories'][number]>('A category.', {
      path: text('For `category`.'),
      name: text('Name.'),
      count: count('Products in it.'),
    }),
    'Categories.',
  ),
  colors: buildList(
    buildObject<Facets['colors'][number]>('A color.', {
      name: text('For `color`.'),
      swatch,
      count: count('Products in this color.'),
    }),
    'Colors.',
  ),
  price: nullable(
    buildObject<NonNullable<Facets['price']>>('Range of the prices; null: no product has one.', {
      min: minorUnits('Lowest price'),
      max: minorUnits('Highest price'),
      currency,
    }),
  ),
});

export const listingSchema = namedObject<ListingView>('Listing', 'A page of products.', {
  products: buildList(
    named('ProductCard', buildObject<ProductCard>('A product in a list.', card)),
    'The products.',
  ),
  nextCursor: nextCursorSchema,
  total: count('Products that match, on all pages.'),
  facets: facetsSchema,
});
