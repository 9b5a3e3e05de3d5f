import MiniSearch, { type Options, type SearchOptions } from 'minisearch';
import type { ListedProduct } from './listed-product.ts';
import type { ListingEntry } from './listing-entry.ts';

/** The searchable texts of a product; `id` is its number in the index. */
export interface SearchedText {
  id: number;
  title: string;
  category: string;
  tags: string;
  colors: string;
  description: string;
}

const maxDescription = 400;
const maxTerms = 8;
/** Minimum length for fuzzy matching, which returns too many false positives for shorter words. */
const fuzzyFrom = 4;

/** A word of this share of all descriptions tells no product from another, and would cost the most time. */
const commonShare = 0.02;
const alwaysKept = 50;

export function searchedText(id: number, product: ListedProduct, entry: ListingEntry): SearchedText {
  return {
    id,
    title: product.title ?? '',
    category: entry.category.join(' '),
    tags: product.tags.join(' '),
    colors: entry.colors.join(' '),
    description: (product.description ?? '').slice(0, maxDescription),
  };
}

/** A ligature such as U+FDFA folds to 18 characters, and each one costs time in a search with typing mistakes. */
const maxWord = 40;

/** Case and accents make no difference. */
function foldWord(word: string): string | null {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().slice(0, maxWord) || null;
}

const options: Options<SearchedText> = {
  fields: ['title', 'category', 'tags', 'colors', 'description'],
  processTerm: foldWord,
};

const asWritten: SearchOptions = {
  fields: ['title', 'category', 'tags', 'colors'],
  boost: { title: 5, category: 3, tags: 2, colors: 2, description: 0.4 },
  weights: { fuzzy: 0.3, prefix: 0.6 },
};

const everywhere: SearchOptions = {
  ...asWritten,
  fields: options.fields,
  fuzzy: (term) => (term.length >= fuzzyFrom ? 0.2 : false),
  maxFuzzy: 2,
};

/** A word that fewer products have in their names is looked for with typing mistakes and in descriptions too. */
const few = 24;

export interface ListingSearch {
  /** Numbers of the products that match all words, else of those that match the most of them; best first. */
  findNumbers(text: string): Uint32Array;
}

/** Builds the search; `yieldNow` is awaited after each product. */
export async function buildListingSearch(
  texts: SearchedText[],
  yieldNow: () => Promise<void> | undefined,
): Promise<ListingSearch> {
  const index = new MiniSearch<SearchedText>(options);
  const common = await commonWords(texts, yieldNow);
  for (const text of texts) {
    const description = splitWords(text.description).filter((word) => !common.has(word));
    index.add({ ...text, description: description.join(' ') });
    await yieldNow();
  }
  return { findNumbers: (text) => find(index, splitWords(text).slice(0, maxTerms), texts.length) };
}

/** Each word by itself: MiniSearch would look for all of them again with each change of the options. */
function find(index: MiniSearch<SearchedText>, words: string[], count: number): Uint32Array {
  const scores = new Float64Array(count);
  const hits = new Uint8Array(count);
  const found: number[] = [];
  let most = 0;
  for (const [at, word] of words.entries()) {
    for (const [number, score] of findMatches(index, word, at === words.length - 1)) {
      if (hits[number] === 0) found.push(number);
      scores[number]! += score;
      hits[number]! += 1;
      most = Math.max(most, hits[number]!);
    }
  }
  const numbers = Uint32Array.from(found.filter((number) => hits[number] === most));
  return numbers.sort((a, b) => scores[b]! - scores[a]! || a - b);
}

/** Scores by number. The last word may still be typed; one letter is the beginning of nearly everything. */
function findMatches(index: MiniSearch<SearchedText>, word: string, isLast: boolean): Map<number, number> {
  const prefix = isLast && word.length > 1;
  const matches = new Map<number, number>();
  for (const search of [asWritten, everywhere]) {
    for (const { id, score } of index.search(word, { ...search, prefix })) {
      if (!matches.has(id as number)) matches.set(id as number, score);
    }
    if (matches.size >= few) break;
  }
  return matches;
}

const tokenize = MiniSearch.getDefault('tokenize') as (text: string) => string[];

function splitWords(text: string): string[] {
  return tokenize(text)
    .map(foldWord)
    .filter((word) => word !== null);
}

async function commonWords(
  texts: SearchedText[],
  yieldNow: () => Promise<void> | undefined,
): Promise<Set<string>> {
  const counts = new Map<string, number>();
  for (const { description } of texts) {
    for (const word of new Set(splitWords(description))) counts.set(word, (counts.get(word) ?? 0) + 1);
    await yieldNow();
  }
  const most = Math.max(alwaysKept, texts.length * commonShare);
  return new Set([...counts].filter(([, count]) => count > most).map(([word]) => word));
}
