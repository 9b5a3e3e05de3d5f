import type { Schema } from '../../openapi/schema.ts';
import { schemaName } from './reference-groups.ts';

/** Describes the type of a value, e.g. `array of ProductItem`, `string or null`. */
export function describeType(schema: Schema): string {
  const name = schemaName(schema);
  if (name) return name;
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return [...new Set(choices.map(describeType))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const types = [schema.type ?? 'any'].flat();
  return types.map((type) => nameType(type, schema)).join(' or ');
}

function nameType(type: string, { items, format }: Schema): string {
  if (type === 'array') return items ? `array of ${asItem(describeType(items))}` : 'array';
  return type === 'string' && format ? `string (${format})` : type;
}

const asItem = (type: string) => (type.includes(' or ') ? `(${type})` : type);

/** Describes the rules beside the type, e.g. `1 to 6 items`, `default cm`. */
export function describeRules(schema: Schema): string[] {
  const { minimum, maximum, exclusiveMinimum, minLength, maxLength, minItems, maxItems } = schema;
  return [
    range(minItems, maxItems, 'items'),
    range(minLength, maxLength, 'characters'),
    range(minimum, maximum, ''),
    exclusiveMinimum === undefined ? '' : `above ${exclusiveMinimum}`,
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ].filter(Boolean);
}

function range(from: number | undefined, to: number | undefined, unit: string): string {
  const bounds =
    from === undefined ? `at most ${to}` : to === undefined ? `at least ${from}` : `${from} to ${to}`;
  return from === undefined && to === undefined ? '' : `${bounds} ${unit}`.trim();
}
