import type { ListingQuestion } from '../../../shared/catalog/listing/listing-index.ts';
import { colors, departments, looks, materials, nameOf, nouns } from './words.ts';

const below = (max: number) => Math.floor(Math.random() * max);
const any = <T>(list: T[]): T => list[below(list.length)]!;
/** A letter is missing, as after typing on a phone. */
const mistyped = (word: string) => word.slice(0, 2) + word.slice(3);

/** A question as a shopper asks it; the rest is the default of the route. */
export type Asked = Omit<ListingQuestion, 'limit' | 'sort'> & Partial<Pick<ListingQuestion, 'sort'>>;

/** By their name in the report; `count` is the number of products. */
export const questions: Record<string, (count: number) => Asked> = {
  'the first page': () => ({}),
  'a category, a colour and a price range, cheapest first': () => ({
    category: any(departments),
    color: any(colors),
    minPrice: below(50_000),
    maxPrice: 50_000 + below(150_000),
    sort: 'price-low',
  }),
  'what is available, newest first': () => ({ available: true, sort: 'newest' }),
  'a search for one word': () => ({ q: any(nouns) }),
  'a search for two letters': () => ({ q: any([...nouns, ...materials]).slice(0, 2) }),
  'a search for a name with a typing mistake': (count) => ({ q: mistyped(nameOf(below(count))) }),
  'a search for three words, the last not finished': () => ({
    q: `${any(looks)} ${any(materials)} ${any(nouns).slice(0, 3)}`,
  }),
  'a search within a category, cheapest first': () => ({
    q: any(materials),
    category: any(departments),
    sort: 'price-low',
  }),
};
