import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { buildSnippets } from '../../../../../api/dashboard/setup/snippets.ts';

describe('the snippets of the set-up', () => {
  const guide = readFileSync('docs/install.md', 'utf8');

  for (const { title, code } of buildSnippets('https://embed.example', 'acme')) {
    it(`are those of the guide: ${title}`, () => {
      expect(guide).to.include(code);
    });
  }
});
