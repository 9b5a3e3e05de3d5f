import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

const scriptPath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
let script: Promise<string> | undefined;

const reported = new Set(['serious', 'critical']);

/**
 * What axe-core finds serious or critical in a page or one frame of it, each as a line with rule, element and
 * advice, so that a failed test says what to repair. Frames within are not looked into: call it for each.
 */
export async function seriousFindings(target: Page | Frame): Promise<string[]> {
  script ??= readFile(scriptPath, 'utf8');
  // Evaluated by the debugger, so that a strict content security policy does not prevent it.
  if (!(await target.evaluate('"axe" in window'))) await target.evaluate(await script);
  const { violations } = (await target.evaluate(
    'axe.run(document, { iframes: false, resultTypes: ["violations"] })',
  )) as AxeResults;
  return violations
    .filter(({ impact }) => reported.has(impact ?? ''))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target: path, failureSummary }) => `${id} ${path.join(' ')}: ${failureSummary}`),
    );
}
