import type Joi from 'joi';
import { ApiError, invalidInput } from '../errors.ts';
import { findSimilarField } from './similar-field.ts';
import { wording } from './wording.ts';

/**
 * The preferences of every schema. Nothing is converted, so that what was checked is what is used; a
 * piece that trims or parses says so with `.prefs({ convert: true })`.
 */
export const preferences = {
  convert: false,
  errors: { label: 'path', wrap: { label: false, array: false, string: '"' } },
  messages: wording,
} as const satisfies Joi.ValidationOptions;

export interface ValidateOptions {
  /** Path of the input in the body, such as `events[1]`; it goes before the name of each field. */
  path?: string;
  /** Drops unknown fields instead of refusing them. */
  stripUnknown?: boolean;
  /** For rules of the schema that depend on the call. */
  context?: Joi.Context;
}

/** The mistakes in an input. */
export interface Mistakes {
  /** A sentence for each, up to ten. */
  message: string;
  /** The first field; absent when the mistake is about the input as a whole. */
  field?: string;
}

const limits = { mistakes: 10, label: 200 } as const;

const preparedSchemas = new WeakMap<Joi.Schema, Joi.Schema>();

/** Returns the schema with the preferences; joi compiles their messages once a schema, not once a call. */
function prepared<Value>(schema: Joi.Schema<Value>): Joi.Schema<Value> {
  const known = preparedSchemas.get(schema) as Joi.Schema<Value> | undefined;
  if (known) return known;
  const { convert: _, ...stable } = preferences;
  const made = schema.required().prefs({ ...stable, abortEarly: false });
  preparedSchemas.set(schema, made);
  return made;
}

/** Checks an input, for callers whose errors are not an `ApiError`. */
export function check<Value>(
  schema: Joi.Schema<Value>,
  input: unknown,
  { path = '', stripUnknown, context }: ValidateOptions = {},
): { value: Value; mistakes?: undefined } | { value?: undefined; mistakes: Mistakes } {
  const { value, error } = prepared(schema).validate(input, {
    // Here, because the schema's own `.prefs` go before it.
    convert: preferences.convert,
    ...(stripUnknown ? { stripUnknown } : {}),
    ...(context ? { context } : {}),
  });
  if (!error) return { value: value as Value };
  return { mistakes: toMistakes(error.details, path, schema) };
}

/**
 * Validates what callers send; all input passes here.
 * @throws ApiError INVALID_INPUT whose message lists the mistakes and whose `field` names the first one.
 */
export function validate<Value>(
  schema: Joi.Schema<Value>,
  input: unknown,
  options: ValidateOptions = {},
): Value {
  refusePrototype(input, options.path);
  const checked = check(schema, input, options);
  if (checked.mistakes)
    throw new ApiError('INVALID_INPUT', checked.mistakes.message, toField(checked.mistakes));
  return checked.value;
}

/** Returns the first mistake of each field of an input, by its path: `steps[1].maxItems`. */
export function listMistakes(schema: Joi.Schema, input: unknown): Readonly<Record<string, string>> {
  const { error } = prepared(schema).validate(input, { convert: preferences.convert });
  // Not what follows from the mistake of another field.
  const details = (error?.details ?? []).filter(({ type }) => type !== 'any.ref').reverse();
  return Object.fromEntries(details.map((detail) => [toPath(detail.path, ''), toSentence(detail, '')]));
}

/** A value inside an input, and where. */
interface Place {
  value: unknown;
  name: string | number;
  parent: Place | undefined;
}

/**
 * Refuses a field of this name, which joi drops silently: the caller would not learn that it has no effect. Only the
 * path of one is written down, since an input may have ten thousand objects.
 * @throws ApiError INVALID_INPUT
 */
export function refusePrototype(input: unknown, path = ''): void {
  const places: Place[] = [{ value: input, name: '', parent: undefined }];
  for (let place = places.pop(); place; place = places.pop()) {
    const { value } = place;
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '__proto__'))
      throw invalidInput(toPath([...namesTo(place), '__proto__'], path), 'is not a known field; remove it.');
    const isList = Array.isArray(value);
    for (const name in value) {
      const inner: unknown = value[name as keyof typeof value];
      if (typeof inner === 'object')
        places.push({ value: inner, name: isList ? Number(name) : name, parent: place });
    }
  }
}

function namesTo({ name, parent }: Place): (string | number)[] {
  return parent ? [...namesTo(parent), name] : [];
}

function toMistakes(details: Joi.ValidationErrorItem[], path: string, schema: Joi.Schema): Mistakes {
  const shown = details.slice(0, limits.mistakes).map((detail) => withHint(schema, detail));
  const sentences = shown.map((detail) => toSentence(detail, path));
  const more = details.length - sentences.length;
  if (more > 0) sentences.push(`There ${more === 1 ? 'is 1 more mistake' : `are ${more} more mistakes`}.`);
  const field = toPath(details[0]!.path, path);
  return { message: sentences.join(' '), ...(field ? { field } : {}) };
}

const toField = ({ field }: Mistakes) => (field === undefined ? {} : { field });

/** Adds to an unknown field the one that it may stand for. */
function withHint(schema: Joi.Schema, detail: Joi.ValidationErrorItem): Joi.ValidationErrorItem {
  const similar = detail.type === 'object.unknown' && findSimilarField(schema, detail.path);
  return similar ? { ...detail, message: `${detail.message}, or write ${similar}` } : detail;
}

/** A rule about several fields may word its sentence without the label. */
function toSentence(detail: Joi.ValidationErrorItem, path: string): string {
  const label = String(detail.context?.label ?? '');
  if (!detail.message.startsWith(label)) return `${detail.message}.`;
  return `${toPath(detail.path, path) || label}${detail.message.slice(label.length)}.`;
}

/** `products[0].images[1]`; empty for the input itself. */
function toPath(parts: readonly (string | number)[], start: string): string {
  return parts
    .reduce<string>(
      (name, part) => (typeof part === 'number' ? `${name}[${part}]` : name ? `${name}.${part}` : part),
      start,
    )
    .slice(0, limits.label);
}
