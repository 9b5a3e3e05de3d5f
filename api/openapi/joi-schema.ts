import type Joi from 'joi';
import { toPortable } from './portable.ts';
import { nullable, type Schema } from './schema.ts';

/** The part of joi's `describe()` that JSON Schema needs. */
interface Described {
  type?: string;
  flags?: { presence?: string; empty?: { allow?: unknown[] }; default?: unknown };
  rules?: { name: string; args?: { regex?: string; options?: { invert?: boolean } } }[];
  allow?: unknown[];
  keys?: Record<string, Described>;
  items?: Described[];
  matches?: { schema?: Described }[];
  whens?: unknown[];
  metas?: { jsonSchema?: Schema }[];
}

/**
 * Returns the JSON Schema of what a route accepts, from the joi schema that it validates with. joi converts its own
 * rules; added here is what it leaves out: `empty(null)` accepts null, `empty('')` an empty text, and `.meta({
 * jsonSchema })` describes rules in code.
 */
export function toJsonSchema(schema: Joi.Schema): Schema {
  const converted = schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) as Schema;
  return toPortable(refined(schema.describe() as Described, converted));
}

/** As `toJsonSchema`, for a route that drops unknown fields instead of refusing them. */
export function toOpenJsonSchema(schema: Joi.Schema): Schema {
  const closed = JSON.stringify(toJsonSchema(schema));
  return JSON.parse(closed, (name, value: unknown) =>
    name === 'additionalProperties' && value === false ? undefined : value,
  ) as Schema;
}

function refined(described: Described, converted: Schema): Schema {
  const schema = withoutConditions(described, converted);
  const result = withoutReferences(described, withExclusion(described, withParts(described, schema)));
  const own = Object.assign(
    {},
    ...(described.metas ?? []).map(({ jsonSchema }) => jsonSchema ?? {}),
  ) as Schema;
  return emptied(described, { ...result, ...own });
}

/** joi lists a field once for each value of another one that it depends on (`when`); the document has the first. */
function withoutConditions({ whens }: Described, schema: Schema): Schema {
  return (whens && schema.anyOf?.[0]) ?? schema;
}

function withParts({ keys, items, matches }: Described, schema: Schema): Schema {
  const { properties, anyOf } = schema;
  return {
    ...schema,
    ...(properties && keys
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, part]) => [name, refined(keys[name]!, part)]),
          ),
        }
      : {}),
    ...(schema.items && items?.length === 1 ? { items: refined(items[0]!, schema.items) } : {}),
    ...(anyOf && matches
      ? { anyOf: anyOf.map((part, index) => refined(matches[index]?.schema ?? {}, part)) }
      : {}),
  };
}

/** joi writes a pattern that must not match like one that must. */
function withExclusion({ rules = [] }: Described, schema: Schema): Schema {
  const excluded = getSource(rules.find(({ args }) => args?.options?.invert)?.args?.regex);
  if (excluded === undefined) return schema;
  const { pattern, allOf = [], ...rest } = schema;
  const others = allOf.filter((part) => part.pattern !== excluded);
  const kept = pattern === excluded ? [] : [...(pattern === undefined ? [] : [{ pattern }]), ...others];
  const required = kept.length > 1 ? { allOf: kept } : (kept[0] ?? {});
  return { ...rest, ...required, not: { pattern: excluded } };
}

/** `/source/flags` as `describe()` writes it. */
const getSource = (regex: string | undefined): string | undefined => regex?.slice(1, regex.lastIndexOf('/'));

/** A default that is another field has no form in JSON Schema. */
function withoutReferences({ flags }: Described, { default: value, ...schema }: Schema): Schema {
  const isReference = typeof flags?.default === 'object' && flags.default !== null && 'ref' in flags.default;
  return isReference || value === undefined ? schema : { ...schema, default: value };
}

/** A value that counts as absent is accepted unless the field is required. */
function emptied({ flags = {}, allow = [] }: Described, schema: Schema): Schema {
  const empty = flags.presence === 'required' ? allow : [...allow, ...(flags.empty?.allow ?? [])];
  const { minLength, ...rest } = schema;
  const loosened = empty.includes('') && minLength === 1 ? rest : schema;
  return empty.includes(null) && !acceptsNull(loosened) ? nullable(loosened) : loosened;
}

const acceptsNull = ({ type, anyOf = [] }: Schema): boolean =>
  [type].flat().includes('null') || anyOf.some(acceptsNull);
