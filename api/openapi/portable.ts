import type { Schema, SchemaType } from './schema.ts';

/** Which keywords say something about which types. */
const keywordTypes = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum'],
  number: ['minimum', 'maximum', 'exclusiveMinimum'],
  array: ['items', 'minItems', 'maxItems'],
  object: ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  boolean: [],
  null: [],
} as const satisfies Record<SchemaType, readonly (keyof Schema)[]>;

const typed = new Set<string>(Object.values(keywordTypes).flat());

/**
 * Writes a schema in the words that the generators of clients know. JSON Schema has more: of a list of types most read
 * the first or refuse the document, a `default` becomes a property that is always sent or a constant that does not
 * compile, and alternatives of required fields become a type without fields.
 */
export function toPortable(schema: Schema): Schema {
  const { default: value, oneOf, anyOf, ...rest } = schema;
  const described = value === undefined ? rest : { ...rest, ...describeDefault(rest, value) };
  const choices = { ...onlyTyped('oneOf', oneOf), ...onlyTyped('anyOf', anyOf) };
  return splitTypes({ ...described, ...choices, ...convertParts(described) });
}

function convertParts({ properties, items }: Schema): Pick<Schema, 'properties' | 'items'> {
  const converted = Object.entries(properties ?? {}).map(([name, part]) => [name, toPortable(part)]);
  return {
    ...(properties ? { properties: Object.fromEntries(converted) } : {}),
    ...(items ? { items: toPortable(items) } : {}),
  };
}

/** An empty list goes without saying. */
function describeDefault({ description }: Schema, value: unknown): Pick<Schema, 'description'> {
  if (typeof value === 'object' || description?.includes(`\`${value}\``)) return {};
  return { description: [description, `By default \`${value}\`.`].filter(Boolean).join(' ') };
}

function onlyTyped(name: 'oneOf' | 'anyOf', choices: Schema[] | undefined): Pick<Schema, 'oneOf' | 'anyOf'> {
  const isTyped = ({ type, $ref, anyOf, const: value }: Schema) => type ?? $ref ?? anyOf ?? value;
  return choices?.some(isTyped) ? { [name]: choices.map(toPortable) } : {};
}

/** One type, or one and null, is known everywhere; of more, each becomes a choice with the keywords that concern it. */
function splitTypes(schema: Schema): Schema {
  const types = [schema.type ?? []].flat();
  if (types.filter((type) => type !== 'null').length < 2) return schema;
  const entries = Object.entries(schema);
  const common = entries.filter(([name]) => name !== 'type' && !typed.has(name));
  const anyOf = types.map((type) => {
    const own = entries.filter(([name]) => (keywordTypes[type] as readonly string[]).includes(name));
    return { type, ...Object.fromEntries(own) };
  });
  return { ...Object.fromEntries(common), anyOf };
}
