import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { generatedDocs } from '../../../../scripts/docs/generated.ts';
import { variables } from '../../../../shared/config/variables.ts';

describe('generated documentation', () => {
  for (const { file, render } of generatedDocs) {
    it(`${file} says what the code says (npm run docs writes it)`, async () => {
      const text = await readFile(file, 'utf8');
      expect(await render(text)).to.equal(text);
    });
  }

  it('lists every configuration variable with a sentence', async () => {
    const text = await readFile('docs/configuration.md', 'utf8');
    for (const name of Object.keys(variables)) {
      expect(text).to.match(new RegExp(`\\| \`${name}\` \\|[^|]+\\|[^|]*\\| .+\\. \\|`));
    }
  });
});
