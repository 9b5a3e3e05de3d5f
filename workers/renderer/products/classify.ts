import type { LocalProduct } from '../request.ts';
import type { Surface, Zone } from '../zones.ts';
import { type KindRow, kinds } from './catalogue-words.ts';
import { readDimensions, readSizeTag } from './size-tags.ts';

/** What a product is and its real size, decided without the scene. */
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

/**
 * Decides kind, surface and real size from the product's words and the aspect (width / height) of its
 * cut-out. The category is more reliable than the title ("Oak" by "Sofa & Co."); tags come last because merchants
 * also tag rooms and seasons.
 */
export function planProduct(product: Omit<LocalProduct, 'images'>, aspect: number): ProductPlan {
  const row =
    findKind(lastLevel(product.category)) ??
    findKind(product.title) ??
    findKind(product.category) ??
    findKind(product.tags.join(' , '));
  const base = row ?? unknownKind(aspect);
  const zone = base.zone === undefined ? {} : { zone: base.zone };
  return { kind: base.kind, surface: base.surface, ...zone, ...realSize(base, product, aspect) };
}

/** Returns the row with the longest word found in `text`, undefined without one. */
export function findKind(text: string | undefined): KindRow | undefined {
  if (!text) return undefined;
  const clean = ` ${normalise(text)} `;
  let best: KindRow | undefined;
  let bestLength = 0;
  for (const row of kinds) {
    for (const word of row.words) {
      const length = word.startsWith('-') ? word.length - 1 : word.length;
      if (length > bestLength && contains(clean, word)) {
        best = row;
        bestLength = length;
      }
    }
  }
  return best;
}

/** `Home > Living > Armchairs` and `home/living/armchairs` both mean armchairs. */
function lastLevel(category: string | undefined): string | undefined {
  return category
    ?.split(/[>/|]/u)
    .filter((part) => part.trim() !== '')
    .at(-1);
}

function normalise(text: string): string {
  return text
    .slice(0, 500)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}-]+/gu, ' ')
    .trim();
}

function contains(clean: string, word: string): boolean {
  if (word.startsWith('-')) return new RegExp(`\\p{L}${word.slice(1)} `, 'u').test(clean);
  // Plurals in four languages end in s, es, n or en; a closing wildcard would turn "cap" into "capsule".
  return [' ', 's ', 'es ', 'n ', 'en ', 'e '].some((ending) => clean.includes(` ${word}${ending}`));
}

/**
 * Without a known word the product stands on the floor, the one surface that nearly every room photo shows; its longer
 * side gets the default size.
 */
function unknownKind(aspect: number): KindRow {
  const along = aspect > 1 ? 'width' : 'height';
  return { kind: 'unknown', surface: 'floor', cm: unknownCm, along, words: [] };
}

function realSize(row: KindRow, product: Omit<LocalProduct, 'images'>, aspect: number) {
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
