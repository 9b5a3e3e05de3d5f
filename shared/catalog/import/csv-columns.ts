import { colorOptionAt } from '../color-option.ts';
import { type Cells, type CsvLayout, decimal, listIn } from './csv-layout.ts';

/** The columns, one row a variant; docs/catalog.md. Lists within a field are separated by `|`. */
export const csvColumns = [
  'product_id',
  'handle',
  'title',
  'category',
  'category_path',
  'tags',
  'description',
  'url',
  'published_at',
  'width',
  'height',
  'depth',
  'unit',
  'previous_handles',
  'images',
  'variant_id',
  'color',
  'swatch',
  'option1_name',
  'option1_value',
  'option2_name',
  'option2_value',
  'option3_name',
  'option3_value',
  'price',
  'compare_at_price',
  'currency',
  'available',
  'variant_images',
] as const;
type Column = (typeof csvColumns)[number];

/** Rows of our own columns; the product as the JSON format writes it. */
export const ownLayout: CsvLayout = {
  key: 'product_id',
  toProduct: (rows) => ({ value: parseProduct(rows) }),
};

const cell = (row: Cells, column: Column) => row[column] ?? '';

/** Cells that are empty are left out; null when all are. */
function parseDimensions(row: Cells): Record<string, string> | null {
  const sides = (['width', 'height', 'depth'] as const).flatMap((side) =>
    cell(row, side) ? [[side, decimal(cell(row, side))]] : [],
  );
  if (sides.length === 0) return null;
  const unit = cell(row, 'unit').toLowerCase();
  return Object.fromEntries(unit ? [...sides, ['unit', unit]] : sides);
}

const spellings: Record<string, boolean> = {
  true: true,
  yes: true,
  1: true,
  false: false,
  no: false,
  0: false,
};

function parseOffer(row: Cells) {
  const available = cell(row, 'available').toLowerCase();
  return {
    price: decimal(cell(row, 'price')),
    compareAtPrice: decimal(cell(row, 'compare_at_price')),
    // What is in no spelling is passed on and refused there.
    available: available === '' ? null : (spellings[available] ?? available),
  };
}

function parseProduct(rows: Cells[]): unknown {
  const [first] = rows as [Cells];
  const variants = rows.filter((row) => cell(row, 'variant_id') !== '');
  const options = parseOptions(first, variants);
  return {
    productId: first.product_id,
    handle: first.handle,
    title: first.title,
    category: first.category,
    categoryPath: first.category_path,
    tags: listIn(cell(first, 'tags')),
    description: first.description,
    url: first.url,
    publishedAt: first.published_at,
    currency: first.currency,
    dimensions: parseDimensions(first),
    previousHandles: listIn(cell(first, 'previous_handles')),
    images: rows.flatMap((row) => listIn(cell(row, 'images'))),
    ...(variants.length > 0 ? {} : parseOffer(first)),
    options,
    variants: variants.map((row) => ({
      variantId: row.variant_id,
      color: row.color,
      options: options.map((_option, at) => optionValue(row, at)),
      ...parseOffer(row),
      images: listIn(cell(row, 'variant_images')),
    })),
  };
}

const optionNumbers = [1, 2, 3] as const;

const optionValue = (row: Cells, at: number) => cell(row, `option${optionNumbers[at]!}_value`);

/** Parses the options that the first row names; the values of the color one have the swatches of their rows. */
function parseOptions(first: Cells, variants: Cells[]): { name: string; values: unknown[] }[] {
  const names = optionNumbers.map((number) => cell(first, `option${number}_name`)).filter(Boolean);
  const colorAt = colorOptionAt(names);
  return names.map((name, at) => ({
    name,
    values: at === colorAt ? parseSwatches(variants, at) : [],
  }));
}

function parseSwatches(variants: Cells[], at: number): { value: string; swatch: string }[] {
  const swatches = new Map(
    variants.flatMap((row) => (cell(row, 'swatch') ? [[optionValue(row, at), cell(row, 'swatch')]] : [])) as [
      string,
      string,
    ][],
  );
  return [...swatches].map(([value, swatch]) => ({ value, swatch }));
}
