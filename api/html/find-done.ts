/** Returns the result that the `done` of an address names; undefined for an unknown one. */
export const findDone = <Result>(
  results: Readonly<Record<string, Result>>,
  done: string | undefined,
): Result | undefined => (done !== undefined && Object.hasOwn(results, done) ? results[done] : undefined);
