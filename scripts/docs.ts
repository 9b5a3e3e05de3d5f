import { readFile, writeFile } from 'node:fs/promises';
import { generatedDocs } from './docs/generated.ts';

/** Rewrites what is generated, most of it in docs/; a test keeps it equal to the code. */
for (const { file, render } of generatedDocs) {
  const before = await readFile(file, 'utf8').catch(() => '');
  const after = await render(before);
  if (before !== after) await writeFile(file, after);
  console.log(`${file}${before === after ? '' : ' written'}`);
}
