import type { Dimensions } from '../../../shared/renders/product-descriptor.ts';

/** Real size of a product as its dimensions or tags state it, in centimetres; at least one of them. */
export interface StatedSize {
  widthCm?: number;
  heightCm?: number;
  /** Of `dimensions` alone: for a rug, the side that lies along the floor. */
  depthCm?: number;
  /** A single number without a word for its direction is the longest side. */
  longestCm?: number;
}

const unitCm: Record<string, number> = {
  mm: 0.1,
  cm: 1,
  m: 100,
  in: 2.54,
  inch: 2.54,
  inches: 2.54,
  '"': 2.54,
  '″': 2.54,
  ft: 30.48,
  "'": 30.48,
};

const number = String.raw`(\d{1,4}(?:[.,]\d{1,2})?)`;
const unit = `(mm|cm|m|inches|inch|in|ft|"|″|')`;
const times = String.raw`\s*[x×*]\s*`;
const boundary = String.raw`(?![\p{L}\d])`;

// Pairs are tried first: `120x80cm` would otherwise be read as `80 cm`. The unit may follow one or both numbers.
const pair = new RegExp(
  `${number}\\s*${unit}?${times}${number}(?:\\s*${unit}?${times}${number})?\\s*${unit}${boundary}`,
  'iu',
);
const single = new RegExp(`(?<![\\d.,])${number}\\s*${unit}${boundary}`, 'iu');

const widthWord = /\b(w|width|wide|breit|breite|largeur|large|ancho|ø|diameter|durchmesser)\b|ø/iu;
const heightWord = /\b(h|height|high|tall|hoch|höhe|hauteur|haut|alto|altura)\b/iu;

/** Sizes outside 2 cm–6 m are typing errors or mean something else (clothes sizes, pack sizes). */
const plausible = (cm: number): boolean => cm >= 2 && cm <= 600;

/** Parses the `dimensions` of a product; undefined when neither width nor height is plausible. */
export function readDimensions(dimensions: Dimensions | undefined): StatedSize | undefined {
  const sides = (['width', 'height', 'depth'] as const).flatMap((side) => {
    const cm = (dimensions?.[side] ?? 0) * (unitCm[dimensions?.unit ?? 'cm'] ?? 1);
    return plausible(cm) ? [[`${side}Cm`, cm] as const] : [];
  });
  const size: StatedSize = Object.fromEntries(sides);
  return size.widthCm || size.heightCm ? size : undefined;
}

/**
 * Reads the first usable size out of tags such as `80 cm`, `120x80cm`, `31"`, `height: 1.8 m`.
 * Of `a x b` the first is the width, as furniture and rug shops write it; of `a x b x c` the last is the
 * height (width × depth × height).
 */
export function readSizeTag(tags: readonly string[]): StatedSize | undefined {
  for (const tag of tags.slice(0, 64)) {
    const size = readOne(tag.slice(0, 200));
    if (size) return size;
  }
  return undefined;
}

function readOne(tag: string): StatedSize | undefined {
  const two = pair.exec(tag);
  if (two) return readPair(two);
  const one = single.exec(tag);
  if (!one) return undefined;
  const cm = toCm(one[1], one[2]);
  if (!plausible(cm)) return undefined;
  if (heightWord.test(tag)) return { heightCm: cm };
  return widthWord.test(tag) ? { widthCm: cm } : { longestCm: cm };
}

function readPair(match: RegExpExecArray): StatedSize | undefined {
  const lastUnit = match[6];
  const widthCm = toCm(match[1], match[2] ?? match[4] ?? lastUnit);
  const heightCm = toCm(match[5] ?? match[3], lastUnit);
  return plausible(widthCm) && plausible(heightCm) ? { widthCm, heightCm } : undefined;
}

function toCm(value: string | undefined, unitName: string | undefined): number {
  return Number((value ?? '').replace(',', '.')) * (unitCm[(unitName ?? 'cm').toLowerCase()] ?? 1);
}
