import type Joi from 'joi';
import { toJsonSchema } from './joi-schema.ts';
import type { Parameter } from './operation.ts';

/** Returns the query parameters that a joi schema accepts. */
export function queryParameters(schema: Joi.ObjectSchema): Parameter[] {
  const { properties = {}, required = [] } = toJsonSchema(schema);
  return Object.entries(properties).map(([name, { description = '', ...type }]) => ({
    name,
    in: 'query',
    ...(required.includes(name) ? { required: true } : {}),
    description,
    schema: type,
  }));
}
