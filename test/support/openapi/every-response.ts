import type { Context } from 'mocha';
import { type Observed, observeResponses } from './observe.ts';

/**
 * Root hooks of every test process: each response of an application of this process, and each request that it accepts,
 * is compared with the OpenAPI document. The test during which they differ fails.
 */
const observed: Observed[] = [];
observeResponses((response) => observed.push(response));

let check: ((response: Observed) => string[]) | undefined;

async function assertAsDescribed(): Promise<void> {
  if (observed.length === 0) return;
  check ??= (await import('./check-exchange.ts')).exchangeCheck();
  const differences = new Set<string>();
  for (const response of observed.splice(0)) {
    const { method, url, status } = response;
    const [path = ''] = url.split('?');
    for (const problem of check(response)) differences.add(`${method} ${path} ${status}: ${problem}`);
  }
  if (differences.size > 0)
    throw new Error(`This is not in the OpenAPI document:\n${[...differences].join('\n')}`);
}

export const mochaHooks = {
  /** Within the test: an `afterEach` that fails would end the whole process. */
  beforeEach(this: Context): void {
    const { currentTest } = this;
    const run = currentTest?.fn as ((this: Context) => unknown) | undefined;
    if (!currentTest || !run || run.length > 0) return;
    currentTest.fn = async function (this: Context) {
      await run.call(this);
      await assertAsDescribed();
    };
  },
};
