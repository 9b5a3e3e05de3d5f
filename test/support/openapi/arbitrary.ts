import fc from 'fast-check';
import type { OpenApiDocument } from '../../../api/openapi/document.ts';
import type { Schema } from '../../../api/openapi/schema.ts';
import { partAt } from './json-pointer.ts';

export interface ArbitraryOptions {
  document: OpenApiDocument;
  /** In place of any URL: the service fetches some of them. */
  urls: readonly string[];
  /** What exists, by the name of the parameter or property: anything else would seldom come past the first check. */
  known: Readonly<Record<string, unknown>>;
}

/** Short lists and texts find as many mistakes as long ones. */
const maxItems = 3;
const maxText = 40;

/**
 * Values of a schema, mostly valid: rules over several fields, such as `oneOf` of required fields beside `properties`, are
 * left to chance.
 */
export function getArbitrary(schema: Schema, options: ArbitraryOptions): fc.Arbitrary<unknown> {
  const { $ref, enum: values, type, anyOf, oneOf } = schema;
  if ($ref) return getArbitrary(partAt(options.document, $ref) as Schema, options);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (values) return fc.constantFrom(...values);
  if (type === undefined) {
    const parts = anyOf ?? oneOf;
    return parts
      ? fc.oneof(...parts.map((part) => getArbitrary(part, options)))
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
      return fc.array(getArbitrary(items, options), { minLength: minItems, maxLength });
    }
    case 'object':
      return objects(schema, options);
    default:
      return texts(schema, options);
  }
}

/** Mostly a value that exists, where one is known by that name. */
export function namedArbitrary(
  name: string,
  schema: Schema,
  options: ArbitraryOptions,
): fc.Arbitrary<unknown> {
  const any = getArbitrary(schema, options);
  if (!(name in options.known)) return any;
  return fc.oneof({ weight: 4, arbitrary: fc.constant(options.known[name]) }, any);
}

function objects(
  { properties = {}, required = [] }: Schema,
  options: ArbitraryOptions,
): fc.Arbitrary<object> {
  const fields = Object.entries(properties).map(([name, part]) => [
    name,
    namedArbitrary(name, part, options),
  ]);
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
  return anyText(minLength, Math.min(maxLength, maxText));
}

const anyTexts = new Map<string, fc.Arbitrary<string>>();

/** Returns one arbitrary for all texts of a length: each lists a million characters when it is made. */
function anyText(minLength: number, maxLength: number): fc.Arbitrary<string> {
  const key = `${minLength} ${maxLength}`;
  const known = anyTexts.get(key);
  if (known) return known;
  const length = { minLength, maxLength };
  const made = fc.oneof(
    { weight: 4, arbitrary: fc.string(length) },
    fc.string({ ...length, unit: 'binary' }),
  );
  anyTexts.set(key, made);
  return made;
}
