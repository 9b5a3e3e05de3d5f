/** Texts that a shop may say in its own words, by their group in a catalogue of the try-on. */
export const ownTextNames = {
  photo: ['title', 'lead', 'take', 'choose'],
  items: ['title', 'look'],
  generate: ['title', 'running'],
  result: ['title', 'edit', 'again'],
  sharing: ['share'],
  shared: ['tryOn'],
  checkout: ['checkOut', 'addToCart', 'view', 'title'],
} as const;

type Names = typeof ownTextNames;
export type OwnTextGroup = keyof Names;

/** The words of a shop in one language: only those that it changed. */
export type OwnTexts = {
  [Group in OwnTextGroup]?: { [Name in Names[Group][number]]?: string };
};
