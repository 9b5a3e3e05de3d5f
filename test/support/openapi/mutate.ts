import fc from 'fast-check';

/** A change at one place of a JSON value. */
export interface Mutation {
  /** Which of the places, modulo their number. */
  place: number;
  change: (typeof changes)[number];
}

const changes = [
  'remove',
  'addField',
  'empty',
  'null',
  'number',
  'text',
  'longText',
  'list',
  'repeat',
] as const;

export const mutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({ place: fc.nat(1000), change: fc.constantFrom(...changes) }),
  { maxLength: 2 },
);

const replacements: Record<string, unknown> = {
  empty: {},
  null: null,
  number: -1.5,
  text: '\u0000’💡',
  longText: 'x'.repeat(9000),
  list: [[]],
};

/** The value with those changes. */
export function mutated(value: unknown, list: readonly Mutation[]): unknown {
  const root = { value: structuredClone(value) };
  for (const { place, change } of list) {
    const places = getPlaces(root);
    const found = places[place % places.length];
    // A change before has removed the whole value.
    if (!found) break;
    const [holder, name] = found;
    const current = holder[name];
    if (change === 'remove') delete holder[name];
    else if (change === 'repeat') holder[name] = Array.from({ length: 70 }, () => current);
    else if (change === 'addField') holder[name] = { ...(current as object), unexpected: 1 };
    else holder[name] = structuredClone(replacements[change]);
  }
  return root.value;
}

type Holder = Record<string, unknown>;

function getPlaces(value: unknown): [Holder, string][] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Holder;
  return Object.keys(holder).flatMap((name): [Holder, string][] => [
    [holder, name],
    ...getPlaces(holder[name]),
  ]);
}
