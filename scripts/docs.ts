import { readFile, writeFile } from 'node:fs/promises';
import { generatedDocs } from './docs/generated.ts';

/** Rewrites the generated parts of docs/; a test keeps them equal to the code. */
for (const { file, render } of generatedDocs) {
  const before = await readFile(file, 'utf8').catch(() => '');
  const after = render(before);
  if (before !== after) await writeFile(file, after);
  console.log(`${file}${before === after ? '' : ' written'}`);
}
