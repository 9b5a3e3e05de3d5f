import { findProductKind } from '../../../shared/catalog/kinds/find-kind.ts';
import type { ProductKind } from '../../../shared/catalog/kinds/product-kinds.ts';
import type { LocalProduct } from '../request.ts';
import { type Surface, surfaces, type Zone, zones } from '../zones.ts';
import { readDimensions, readSizeTag } from './size-tags.ts';

/** Kind and real size of a product, decided without the scene. */
export interface ProductPlan {
  kind: string;
  surface: Surface;
  zone?: Zone;
  widthCm: number;
  heightCm: number;
  /** True when dimensions or a tag gave the size: placement then shrinks it last. */
  sizeStated: boolean;
}

const unknownCm = 50;

/** Decides kind, surface and real size from the product's words and the aspect (width / height) of its cut-out. */
export function planProduct(product: Omit<LocalProduct, 'images'>, aspect: number): ProductPlan {
  const base = findProductKind(product) ?? unknownKind(aspect);
  const place = readPlace(base);
  return { kind: base.kind, ...place, ...realSize({ ...base, ...place }, product, aspect) };
}

/** @throws Error where the table misspells a place: a silent default would put lamps on the floor. */
function readPlace({ kind, place }: ProductKind): Pick<ProductPlan, 'surface' | 'zone'> {
  const surface = surfaces.find((name) => name === place);
  const zone = zones.find((name) => name === place);
  if (!surface && !zone) throw new Error(`Kind "${kind}": unknown place "${place}"`);
  return { surface: surface ?? 'person', ...(zone && { zone }) };
}

/**
 * Without a known word the product stands on the floor, the one surface that nearly every room photo shows; its longer
 * side gets the default size.
 */
function unknownKind(aspect: number): ProductKind {
  const along = aspect > 1 ? 'width' : 'height';
  return { kind: 'unknown', place: 'floor', scene: 'room', cm: unknownCm, along, words: [] };
}

type Sized = Pick<ProductKind, 'cm' | 'along'> & Pick<ProductPlan, 'surface'>;

function realSize(row: Sized, product: Omit<LocalProduct, 'images'>, aspect: number) {
  const stated =
    readDimensions(product.dimensions) ??
    readSizeTag(product.tags) ??
    readSizeTag(product.title ? [product.title] : []);
  if (!stated) return { ...fromSide(row.along, row.cm, aspect), sizeStated: false };
  // A rug of 200 × 300 × 1 lies down: its depth is a side of it, its height the pile.
  const along = stated.depthCm ?? stated.heightCm;
  if (row.surface === 'rug' && stated.widthCm && along) {
    return { widthCm: stated.widthCm, heightCm: along, sizeStated: true };
  }
  if (stated.heightCm && !stated.widthCm)
    return { ...fromSide('height', stated.heightCm, aspect), sizeStated: true };
  const longest = aspect >= 1 ? 'width' : 'height';
  if (stated.longestCm) return { ...fromSide(longest, stated.longestCm, aspect), sizeStated: true };
  // Both sides stated: the photo's own aspect wins (it may show the thing at an angle), fitted inside.
  const width = Math.min(stated.widthCm ?? 0, (stated.heightCm ?? Number.POSITIVE_INFINITY) * aspect);
  return { ...fromSide('width', width, aspect), sizeStated: true };
}

function fromSide(along: 'width' | 'height', cm: number, aspect: number) {
  return along === 'width' ? { widthCm: cm, heightCm: cm / aspect } : { widthCm: cm * aspect, heightCm: cm };
}
