import { type Doc, isDoc, typeName } from '../../bson/types.ts';
import { failureFields, failures, MongoFailure } from '../../errors.ts';
import { checkCollation, docsOption } from '../arguments.ts';
import type { CommandCall } from '../context.ts';

const maxBatch = 100_000;

/** Runs the parts of a bulk write one by one and collects their errors, stopping at the first when ordered. */
export function eachPart<T>(
  call: CommandCall,
  parts: readonly T[],
  run: (part: T, index: number) => void | Promise<void>,
): Doc[] | Promise<Doc[]> {
  if (parts.length === 0 || parts.length > maxBatch) {
    throw failures.badValue(
      `Write batch sizes must be between 1 and ${maxBatch}. Got ${parts.length} operations.`,
    );
  }
  const ordered = call.body.ordered !== false;
  const errors: Doc[] = [];
  const failed = (index: number, error: unknown): boolean => {
    if (!(error instanceof MongoFailure)) throw error;
    errors.push({ index, ...failureFields(error) });
    return ordered;
  };
  function from(start: number): Doc[] | Promise<Doc[]> {
    for (let i = start; i < parts.length; i++) {
      try {
        const pending = run(parts[i] as T, i);
        if (pending) {
          return pending.then(
            () => from(i + 1),
            (error: unknown) => (failed(i, error) ? errors : from(i + 1)),
          );
        }
      } catch (error) {
        if (failed(i, error)) break;
      }
    }
    return errors;
  }
  return from(0);
}

/** Returns the reply of a bulk write, with the errors of its parts. */
export const withErrors = (reply: Doc, errors: Doc[]): Doc => ({
  ...reply,
  ...(errors.length > 0 && { writeErrors: errors }),
  ok: 1,
});

/** A part that cannot be parsed fails the whole command before any part has run. */
export function readParts(call: CommandCall, field: string, known: ReadonlySet<string>): Doc[] {
  const parts = docsOption(call, field);
  const name = `${call.name}.${field}`;
  for (const part of parts) {
    for (const option of Object.keys(part))
      if (!known.has(option)) throw failures.unknownOption(name, option);
    if (!isDoc(part.q)) throw failures.wrongType(`${name}.q`, typeName(part.q), 'object');
    checkCollation(name, part.collation);
  }
  return parts;
}
