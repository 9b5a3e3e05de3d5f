import { equalValues } from '../bson/compare.ts';
import { failures, MongoFailure } from '../errors.ts';
import type { Filter } from './matcher.ts';

/** Fields an upsert starts from: what the query fixes by equality. */
export function equalityFields(filter: Filter): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const { path, operator, operand } of filter.constraints) {
    const value = operator === '$in' && Array.isArray(operand) && operand.length === 1 ? operand[0] : operand;
    if (operator !== '$eq' && value === operand) continue;
    const known = fields.get(path);
    if (known !== undefined && !equalValues(known, value)) {
      throw failures.badValue(`cannot infer query fields to set, path '${path}' is matched twice`);
    }
    fields.set(path, value);
  }
  refuseNested([...fields.keys()]);
  return fields;
}

/** A path below another one has two values to start from. */
function refuseNested(paths: readonly string[]): void {
  for (const path of paths) {
    const parent = paths.find((other) => path.startsWith(`${other}.`));
    if (parent === undefined) continue;
    throw new MongoFailure(
      54,
      `cannot infer query fields to set, both paths '${parent}' and '${path}' are matched`,
    );
  }
}
