export const looks =
  'grey tan soft slim tall round woven quilted ribbed cropped vintage modern nordic rustic'.split(' ');
export const materials =
  'linen cotton wool leather velvet oak walnut steel glass marble canvas denim suede jersey'.split(' ');
export const nouns =
  'sofa armchair table lamp rug cushion vase shelf stool bench shirt hoodie dress jeans jacket sneaker boot beanie scarf bag'.split(
    ' ',
  );
const syllables = 'al va mi ro ta ne ku sa li do ber gen hol mar tin os fre ja lu vi'.split(' ');
export const colors = ['Red', 'Blue', 'Green', 'Sand', 'Black', 'White', 'Rust', 'Navy'];
export const departments = ['Home', 'Clothing', 'Outdoor', 'Kids'];

export const pick = <T>(list: T[], seed: number): T => list[seed % list.length]!;

/** Names that differ, as those of models do: `almita`. */
export const nameOf = (at: number) =>
  [at, at / 20, at / 400].map((part) => pick(syllables, Math.floor(part))).join('');

/** As words are spread in texts: the n-th commonest of 4,000 is about as frequent as 1/n. */
const commonWord = (seed: number) => {
  const share = ((seed * 7919) % 10_007) / 10_007;
  const rank = Math.floor(4_000 ** share);
  return pick([...looks, ...materials, ...nouns].concat(rank > 48 ? [nameOf(rank)] : []), rank);
};

export const sentence = (at: number) =>
  Array.from({ length: 30 }, (_, word) => commonWord(at * 31 + word)).join(' ');
