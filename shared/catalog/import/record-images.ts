import type { CatalogVariant } from '../product-model.ts';

export interface RecordImage {
  /** Absolute, or the path of a file beside the catalog's own. */
  url: string;
  variantIds: string[];
  color?: string;
}

/** Returns every image once, in the order written, with all variants that list it and the color they share. */
export function toImages(
  images: (string | RecordImage)[],
  written: { variantId: string; images: string[] }[],
  variants: CatalogVariant[],
): RecordImage[] {
  const byUrl = new Map<string, { variantIds: Set<string>; color?: string }>();
  const add = (source: string, variantIds: string[], color?: string) => {
    const known = byUrl.get(source) ?? { variantIds: new Set<string>() };
    for (const id of variantIds) known.variantIds.add(id);
    if (color) known.color ??= color;
    byUrl.set(source, known);
  };
  for (const image of images) {
    if (typeof image === 'string') add(image, []);
    else add(image.url, image.variantIds, image.color);
  }
  for (const variant of written) for (const source of variant.images) add(source, [variant.variantId]);
  const colorsByVariant = new Map(variants.map(({ variantId, color }) => [variantId, color]));
  return [...byUrl].map(([source, { variantIds, color }]) => {
    const shared = color ?? sharedColor([...variantIds].map((id) => colorsByVariant.get(id)));
    return { url: source, variantIds: [...variantIds], ...(shared ? { color: shared } : {}) };
  });
}

function sharedColor(colors: (string | undefined)[]): string | undefined {
  return new Set(colors).size === 1 ? colors[0] : undefined;
}
