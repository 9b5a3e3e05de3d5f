import fc from 'fast-check';
import type { OpenApiDocument } from '../../../api/openapi/document.ts';
import type { Schema } from '../../../api/openapi/schema.ts';
import { partAt } from './json-pointer.ts';

export interface ArbitraryOptions {
  document: OpenApiDocument;
  /** In place of any URL: the service fetches some of them. */
  urls: readonly string[];
}

/** Short lists and texts find as many mistakes as long ones. */
const maxItems = 3;
const maxText = 40;

/**
 * Values of a schema, mostly valid: rules over several fields, such as `oneOf` of required fields beside `properties`, are
 * left to chance.
 */
export function arbitraryOf(schema: Schema, options: ArbitraryOptions): fc.Arbitrary<unknown> {
  const { $ref, enum: values, type, anyOf, oneOf } = schema;
  if ($ref) return arbitraryOf(partAt(options.document, $ref) as Schema, options);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (values) return fc.constantFrom(...values);
  if (type === undefined) {
    const parts = anyOf ?? oneOf;
    return parts
      ? fc.oneof(...parts.map((part) => arbitraryOf(part, options)))
      : fc.jsonValue({ maxDepth: 1 });
  }
  return fc.oneof(...[type].flat().map((each) => ofType(each, schema, options)));
}

function ofType(type: string, schema: Schema, options: ArbitraryOptions): fc.Arbitrary<unknown> {
  const { minimum, exclusiveMinimum, maximum = 1e6, minItems = 0, items = {} } = schema;
  const min = exclusiveMinimum === undefined ? (minimum ?? -1000) : exclusiveMinimum + 0.001;
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: Math.ceil(min), max: Math.floor(maximum) });
    case 'number':
      return fc.double({ min, max: maximum, noNaN: true });
    case 'array': {
      const maxLength = Math.max(minItems, Math.min(schema.maxItems ?? maxItems, maxItems));
      return fc.array(arbitraryOf(items, options), { minLength: minItems, maxLength });
    }
    case 'object':
      return objects(schema, options);
    default:
      return texts(schema, options);
  }
}

function objects(
  { properties = {}, required = [] }: Schema,
  options: ArbitraryOptions,
): fc.Arbitrary<object> {
  const fields = Object.entries(properties).map(([name, part]) => [name, arbitraryOf(part, options)]);
  const model = Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>;
  return fc.record(model, { requiredKeys: required });
}

function texts({ format, pattern, minLength = 0, maxLength = maxText }: Schema, { urls }: ArbitraryOptions) {
  if (format === 'uri') return fc.constantFrom(...urls);
  if (format?.startsWith('date')) {
    const days = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
    return days.map((day) => day.toISOString().slice(0, format === 'date' ? 10 : undefined));
  }
  if (pattern) return fc.stringMatching(new RegExp(pattern, 'u'));
  return fc.string({ minLength, maxLength: Math.min(maxLength, maxText), unit: 'binary' });
}
