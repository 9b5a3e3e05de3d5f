import { type ProductKind, productKinds } from './product-kinds.ts';

/** The merchant's words for a product. */
interface Described {
  category?: string | undefined;
  title?: string | undefined;
  tags: string[];
}

/**
 * Returns the kind that a product's words name, undefined where they name none. The category is more reliable than the
 * title ("Oak" by "Sofa & Co."); tags come last because merchants also tag rooms and seasons.
 */
export function findProductKind({ category, title, tags }: Described): ProductKind | undefined {
  return (
    findKind(toLastLevel(category)) ?? findKind(title) ?? findKind(category) ?? findKind(tags.join(' , '))
  );
}

/** `Home > Living > Armchairs` and `home/living/armchairs` both mean armchairs. */
function toLastLevel(category: string | undefined): string | undefined {
  return category
    ?.split(/[>/|]/u)
    .filter((part) => part.trim() !== '')
    .at(-1);
}

/** Returns the kind with the longest word found in `text`, undefined without one. */
export function findKind(text: string | undefined): ProductKind | undefined {
  const found = text ? findWords(normalise(text)) : [];
  const [best] = found.sort((a, b) => b.length - a.length || a.row - b.row);
  return best && productKinds[best.row];
}

function normalise(text: string): string {
  return text
    .slice(0, 500)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}-]+/gu, ' ')
    .trim();
}

interface Found {
  /** Of the word. */
  length: number;
  row: number;
}

/** Rows by their whole words, and by the ends of German compounds; the first row of equals. */
const whole = new Map<string, number>();
const ends = new Map<string, number>();
for (const [row, { words }] of productKinds.entries()) {
  for (const word of words) {
    const [index, key] = word.startsWith('-') ? [ends, word.slice(1)] : [whole, word];
    if (!index.has(key)) index.set(key, row);
  }
}
const mostWords = Math.max(...[...whole.keys()].map((word) => word.split(' ').length));

/** Plurals in four languages end in these; a closing wildcard would turn "cap" into "capsule". */
const endings = ['', 's', 'es', 'n', 'en', 'e'];

function findWords(text: string): Found[] {
  const tokens = text.split(' ');
  return tokens.flatMap((token, at) => [
    ...Array.from({ length: mostWords }, (_, more) => tokens.slice(at, at + more + 1).join(' ')).flatMap(
      findWhole,
    ),
    ...findEnd(token),
  ]);
}

function findWhole(phrase: string): Found[] {
  return endings.flatMap((ending) => {
    if (!phrase.endsWith(ending)) return [];
    const word = phrase.slice(0, phrase.length - ending.length);
    const row = whole.get(word);
    return row === undefined ? [] : [{ length: word.length, row }];
  });
}

/** "Esstisch" ends in "-tisch", "tisch" itself does not. */
function findEnd(token: string): Found[] {
  return Array.from({ length: token.length }, (_, cut) => cut)
    .filter((cut) => cut > 0 && /\p{L}/u.test(token[cut - 1]!))
    .flatMap((cut) => {
      const row = ends.get(token.slice(cut));
      return row === undefined ? [] : [{ length: token.length - cut, row }];
    });
}
