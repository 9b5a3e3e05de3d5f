import MiniSearch, { type Options, type SearchOptions } from 'minisearch';
import type { ListedProduct } from './listed-product.ts';

/** What is searched of a product; `id` is its number in the index. */
interface SearchedText {
  id: number;
  title: string;
  category: string;
  tags: string;
  colors: string;
  description: string;
}

/** A long description would outweigh the memory of all the rest, and finds little more. */
const maxDescription = 400;
const maxTerms = 8;
/** Words that shorter ones match too often by a letter less or more. */
const fuzzyFrom = 4;

/** Case and accents make no difference. */
export function foldWord(word: string): string | null {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase() || null;
}

const options: Options<SearchedText> = {
  fields: ['title', 'category', 'tags', 'colors', 'description'],
  processTerm: foldWord,
};

const searchOptions: SearchOptions = {
  boost: { title: 5, category: 3, tags: 2, colors: 2, description: 0.4 },
  fuzzy: (term) => (term.length >= fuzzyFrom ? 0.2 : false),
  maxFuzzy: 2,
  weights: { fuzzy: 0.3, prefix: 0.6 },
  // The last word may still be typed; one letter is the beginning of nearly everything.
  prefix: (term, at, terms) => at === terms.length - 1 && term.length > 1,
  combineWith: 'AND',
};

export interface ListingSearch {
  add(number: number, product: ListedProduct, category: string[], colors: string[]): void;
  /** Numbers of the products that match, best first; the best that match some words where none matches all. */
  find(text: string): number[];
}

export function createListingSearch(): ListingSearch {
  const index = new MiniSearch<SearchedText>(options);
  const tokenize = MiniSearch.getDefault('tokenize') as (text: string) => string[];
  return {
    add: (number, product, category, colors) => {
      const { title = '', tags, description = '' } = product;
      index.add({
        id: number,
        title,
        category: category.join(' '),
        tags: tags.join(' '),
        colors: colors.join(' '),
        description: description.slice(0, maxDescription),
      });
    },
    find: (text) => {
      const query = tokenize(text).filter(Boolean).slice(0, maxTerms).join(' ');
      const all = index.search(query, searchOptions);
      const found = all.length > 0 ? all : index.search(query, { ...searchOptions, combineWith: 'OR' });
      return found.map(({ id }) => id as number);
    },
  };
}
