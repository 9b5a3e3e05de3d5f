import { expressionTest } from '../../aggregate/expressions.ts';
import { buildPipeline } from '../../aggregate/pipeline.ts';
import { feed } from '../../aggregate/stage.ts';
import type { Doc } from '../../bson/types.ts';
import type { UpdateDeps } from '../../update/apply.ts';
import { stageDeps } from '../aggregate-command.ts';
import type { Context } from '../context.ts';

/** What updates need of the aggregation side. */
export function updateDeps(context: Context, database: string): UpdateDeps {
  return {
    expression: expressionTest,
    pipeline(stages) {
      const build = buildPipeline(stages, stageDeps(context, database));
      return (doc) => {
        let result = doc;
        const keep = (next: Doc): boolean => {
          result = next;
          return true;
        };
        feed([doc], build({ push: keep, end: () => {} }));
        return result;
      };
    },
  };
}
