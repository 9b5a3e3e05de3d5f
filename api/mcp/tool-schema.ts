import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type Joi from 'joi';
import { toJsonSchema } from '../openapi/joi-schema.ts';
import type { Schema } from '../openapi/schema.ts';

/**
 * Returns the input schema of a tool, made from the joi rules of its arguments. The SDK checks nothing: the handler
 * validates with the rules themselves, whose messages say what to do.
 */
export function toolInput(rules: Joi.Schema): StandardSchemaWithJSON<unknown, unknown> {
  return standardSchema(oneType(toJsonSchema(rules)), (value) => ({ value }));
}

/** Returns the output schema of a tool, by which the SDK checks each result. */
export function toolOutput(rules: Joi.Schema): StandardSchemaWithJSON<unknown, unknown> {
  return standardSchema(toLean(toJsonSchema(rules)), rules['~standard'].validate);
}

/**
 * Leaves out what joi writes to every text, integer and object: it says nothing of a result, a model reads all of it, and
 * a client that checks results would refuse a field that is added.
 */
function toLean(schema: Schema): Schema {
  const isNoise = (name: string, value: unknown) =>
    name === 'minLength' ||
    name === 'additionalProperties' ||
    ((name === 'minimum' || name === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER);
  return JSON.parse(JSON.stringify(schema), (name, value: unknown) =>
    isNoise(name, value) ? undefined : value,
  ) as Schema;
}

type Validate = StandardSchemaWithJSON<unknown, unknown>['~standard']['validate'];

function standardSchema(schema: Schema, validate: Validate): StandardSchemaWithJSON<unknown, unknown> {
  const convert = () => ({ ...schema });
  return {
    '~standard': { version: 1, vendor: 'joi', validate, jsonSchema: { input: convert, output: convert } },
  };
}

const isPlain = ({ type }: Schema) => type === 'string' || type === 'integer' || type === 'number';

/**
 * The rules accept null for an absent field, and numbers for ids. A model leaves a field out, and some hosts accept only
 * one type per field.
 */
function oneType({ type, anyOf, properties, items, ...rest }: Schema): Schema {
  const [first] = [type ?? []].flat().filter((name) => name !== 'null');
  const choices = (anyOf ?? []).filter((choice) => choice.type !== 'null').map(oneType);
  const [only] = choices.length === 1 || choices.every(isPlain) ? choices : [];
  return {
    ...rest,
    ...only,
    ...(first ? { type: first } : {}),
    ...(choices.length > 1 && !only ? { anyOf: choices } : {}),
    ...(rest.enum ? { enum: rest.enum.filter((value) => value !== null) } : {}),
    ...(items ? { items: oneType(items) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, part]) => [name, oneType(part)]),
          ),
        }
      : {}),
  };
}
