/** Words in the name of a color option: `Color`, `Fabric color`, `Farbe:`. */
const colorWords = new Set([
  'color',
  'colors',
  'colour',
  'colours',
  'colorway',
  'colourway',
  'farbe',
  'couleur',
  'kleur',
  'colore',
  'cor',
  'färg',
  'farve',
  'farge',
  'kolor',
  'renk',
  'цвет',
  '颜色',
  '顏色',
  'カラー',
  '色',
]);

/** Finds the index of a product's color option; undefined for none, and for two that only name parts. */
export function colorOptionAt(names: string[]): number | undefined {
  const words = names.map(splitWords);
  const exact = words.findIndex((each) => each.length === 1 && colorWords.has(each[0]!));
  if (exact !== -1) return exact;
  const near = [...words.keys()].filter((at) => words[at]!.some((word) => colorWords.has(word)));
  // Neither "Frame color" nor "Seat color" is the color of the product.
  return near.length === 1 ? near[0] : undefined;
}

const splitWords = (name: string) =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean);
