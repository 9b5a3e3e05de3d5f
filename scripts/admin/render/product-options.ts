import { type Command, InvalidArgumentError } from 'commander';
import type { ProductItem } from '../../../shared/client/index.ts';

/** A product of the command line: its images are files or URLs. */
export type ProductDraft = Omit<ProductItem, 'images'> & { images: string[] };

interface ProductOption {
  flags: string;
  description: string;
  set(product: ProductDraft, value: string): void;
}

/** Options that describe the product begun by the last --product or --catalog-product. */
const descriptions: readonly ProductOption[] = [
  {
    flags: '--image <image>',
    description: 'one more image of it, at most 4',
    set: (product, value) => product.images.push(value),
  },
  text('title', '--title <text>', 'its title'),
  text('category', '--category <text>', 'its category, such as lamp'),
  text('color', '--color <text>', 'its color'),
  {
    flags: '--tag <text>',
    description: 'a tag; can be given several times',
    set: (product, value) => {
      product.tags = [...(product.tags ?? []), value];
    },
  },
  side('width'),
  side('height'),
  side('depth'),
  {
    flags: '--unit <unit>',
    description: 'unit of its sides: cm (the default) or in',
    set: (product, value) => {
      if (value !== 'cm' && value !== 'in') throw new InvalidArgumentError('It must be cm or in.');
      product.dimensions = { ...product.dimensions, unit: value };
    },
  },
  text('productUrl', '--product-url <url>', 'its page in a shop'),
  text('productId', '--product-id <id>', 'its id in the shop'),
  text('variantId', '--variant-id <id>', 'the id of its variant in the shop'),
  text('storeSlug', '--store-slug <slug>', 'the store whose catalog has it'),
];

function text(
  name: 'title' | 'category' | 'color' | 'productUrl' | 'productId' | 'variantId' | 'storeSlug',
  flags: string,
  description: string,
): ProductOption {
  return {
    flags,
    description,
    set: (product, value) => {
      product[name] = value;
    },
  };
}

function side(name: 'width' | 'height' | 'depth'): ProductOption {
  return {
    flags: `--${name} <number>`,
    description: `its ${name}, which sets the scale`,
    set: (product, value) => {
      if (!(Number(value) > 0)) throw new InvalidArgumentError('It must be a number above 0.');
      product.dimensions = { ...product.dimensions, [name]: Number(value) };
    },
  };
}

/**
 * Adds the options of products to a command. Their order counts: each option describes the product before it. Returns
 * the products of the arguments that the command has parsed.
 */
export function addProductOptions(command: Command): readonly ProductDraft[] {
  const products: ProductDraft[] = [];
  const begin = (product: ProductDraft) => void products.push(product);
  command.option('--product <image>', 'begins a product: a file or URL of its image', (image: string) =>
    begin({ images: [image] }),
  );
  command.option(
    '--catalog-product <url>',
    'begins a product of a catalog: the URL of its page',
    (productUrl: string) => begin({ productUrl, images: [] }),
  );
  for (const { flags, description, set } of descriptions) {
    command.option(flags, description, (value: string) => {
      const product = products.at(-1);
      if (!product) throw new InvalidArgumentError('It describes a product; write --product before it.');
      set(product, value);
    });
  }
  return products;
}
