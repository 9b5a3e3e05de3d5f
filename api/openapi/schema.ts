/** Carries the schema that a reference names, so that the document has every schema that a route refers to. */
const component: unique symbol = Symbol('component');

/** A JSON Schema (draft 2020-12), with the keywords that the document uses. */
export interface Schema {
  [component]?: Schema;
  $ref?: string;
  type?: SchemaType | SchemaType[];
  title?: string;
  description?: string;
  format?: string;
  pattern?: string;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  examples?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minProperties?: number;
  maxProperties?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  not?: Schema;
  contentMediaType?: string;
  contentSchema?: Schema;
  /** Values that may be added to: clients must accept others (Zalando's extension). */
  'x-extensible-enum'?: readonly unknown[];
}

export type SchemaType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null';

interface Optional {
  optional: Schema;
}

/** One schema for each property of `Value`; a property that may be absent needs `optional`. */
type Fields<Value> = {
  [Name in keyof Value]-?: undefined extends Value[Name] ? Optional : Schema;
};

/** Returns a property that may be absent. */
export const optional = (schema: Schema): Optional => ({ optional: schema });

/**
 * Builds the object that the API sends as a `Value`: a property that the type has and the schema has not does not
 * compile.
 */
export function buildObject<Value extends object>(description: string, fields: Fields<Value>): Schema {
  const entries: [string, Schema | Optional][] = Object.entries(fields);
  const required = entries.filter(([, field]) => !('optional' in field)).map(([name]) => name);
  return {
    type: 'object',
    description,
    properties: Object.fromEntries(
      entries.map(([name, field]) => [name, 'optional' in field ? field.optional : field]),
    ),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** Returns a reference to a schema of `components.schemas`. */
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** Returns a schema that the document has once, in `components.schemas`: a reference to it. */
export const named = (name: string, schema: Schema): Schema => ({ ...ref(name), [component]: schema });

/** Returns an object that the document has once; as `buildObject`. */
export const namedObject = <Value extends object>(
  name: string,
  description: string,
  fields: Fields<Value>,
): Schema => named(name, buildObject<Value>(description, fields));

/** Returns the named schemas that a part of the document refers to, and those that they refer to. */
export function namedSchemas(part: unknown, found: Record<string, Schema> = {}): Record<string, Schema> {
  if (typeof part !== 'object' || part === null) return found;
  const { $ref, [component]: schema } = part as Schema;
  const name = $ref?.split('/').at(-1);
  if (schema && name !== undefined && !(name in found)) {
    found[name] = schema;
    namedSchemas(schema, found);
  }
  for (const inner of Object.values(part)) namedSchemas(inner, found);
  return found;
}

export const text = (description: string, more: Schema = {}): Schema => ({
  type: 'string',
  description,
  ...more,
});
/** A text whose values are these today: one that is added must not break a client. */
export const openText = (description: string, values: readonly string[]): Schema =>
  text(description, { 'x-extensible-enum': values });
export const integer = (description: string, more: Schema = {}): Schema => ({
  type: 'integer',
  description,
  ...more,
});
/** A number of things. */
export const count = (description: string): Schema => integer(description, { minimum: 0 });
export const number = (description: string, more: Schema = {}): Schema => ({
  type: 'number',
  description,
  ...more,
});
export const flag = (description: string, more: Schema = {}): Schema => ({
  type: 'boolean',
  description,
  ...more,
});
export const moment = (description: string): Schema => text(description, { format: 'date-time' });
export const buildList = (items: Schema, description: string, more: Schema = {}): Schema => ({
  type: 'array',
  description,
  items,
  ...more,
});

/** Returns the schema, or null. */
export function nullable({ description, ...schema }: Schema): Schema {
  const described = description === undefined ? {} : { description };
  if (schema.anyOf) return { ...described, ...schema, anyOf: [...schema.anyOf, { type: 'null' }] };
  if (schema.type === undefined) return { ...described, anyOf: [schema, { type: 'null' }] };
  const types = [schema.type].flat();
  const values = schema.enum ? { enum: [...schema.enum, null] } : {};
  return { ...described, ...schema, type: [...types, 'null'], ...values };
}
