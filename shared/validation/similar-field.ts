import type Joi from 'joi';

const descriptions = new WeakMap<Joi.Schema, Joi.Description>();

/** Returns the description of a schema, kept: joi makes one in 1 to 2 ms, and a body with ten mistakes needs it ten times. */
function describe(schema: Joi.Schema): Joi.Description {
  const known = descriptions.get(schema);
  if (known) return known;
  const description = schema.describe();
  descriptions.set(schema, description);
  return description;
}

/** Lists the fields that an object at this path of an input may have; none where the rules do not say. */
function listFields(schema: Joi.Schema, path: readonly (string | number)[]): string[] {
  let rules: Joi.Description | undefined = describe(schema);
  for (const part of path) {
    const fields: Record<string, Joi.Description> = rules?.keys ?? {};
    rules = typeof part === 'number' ? (rules?.items as Joi.Description[] | undefined)?.[0] : fields[part];
  }
  return Object.keys(rules?.keys ?? {});
}

const minLetters = 3;

/** Finds the field that an unknown one may stand for: `images` for `imgs`, `sceneImage` for `scene_image`. */
export function findSimilarField(schema: Joi.Schema, path: readonly (string | number)[]): string | undefined {
  const given = toLetters(String(path.at(-1)));
  if (given.length < minLetters) return undefined;
  return listFields(schema, path.slice(0, -1)).find((field) => {
    const letters = toLetters(field);
    return isWithin(given, letters) || isWithin(letters, given);
  });
}

const toLetters = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Returns true if the letters of one text are in the other in the same order, from the same first one on. */
function isWithin(short: string, long: string): boolean {
  if (short[0] !== long[0] || short.length * 2 < long.length) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}
