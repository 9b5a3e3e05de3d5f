import Joi from 'joi';
import { invalidInput } from '../../shared/errors.ts';
import { validate } from '../../shared/validation/validate.ts';

/**
 * Returns what reads the query of a request by a schema.
 * @throws ApiError INVALID_INPUT naming the parameter, also for an unknown one unless the schema allows them.
 */
export function createQueryReader<Query>(
  schema: Joi.ObjectSchema<Query>,
): (query: Record<string, unknown>) => Query {
  const { keys = {}, flags = {} } = schema.describe();
  const known = Object.keys(keys);
  const allowsUnknown = 'unknown' in flags;
  return (query) => {
    const unknown = allowsUnknown ? undefined : Object.keys(query).find((name) => !known.includes(name));
    if (unknown === undefined) return validate(schema, query);
    const advice = known.length > 0 ? `use ${known.join(', ')}` : 'this route has none; remove it';
    throw invalidInput(unknown, `is not a known query parameter; ${advice}.`);
  };
}

/**
 * Returns the rule of a query parameter that `read` converts; where `read` returns undefined, it has that `problem`.
 * Empty is absent.
 */
export function queryParameter<Value>(
  read: (text: string) => Value | undefined,
  problem: string,
): Joi.AnySchema<Value> {
  return Joi.any()
    .empty('')
    .custom((given: unknown, { error }) => {
      if (typeof given !== 'string') return error('parameter.once');
      return read(given) ?? error('parameter.problem');
    })
    .messages({
      'parameter.once': '{#label} must be given once',
      'parameter.problem': `{#label} ${problem}`,
    });
}
