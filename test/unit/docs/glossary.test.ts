import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { listFiles, type Prose, readPageProse, readSourceProse, readTitles } from '../../support/prose.ts';

const heading = '## Words not used';
const roots = ['api', 'shared', 'scripts', 'workers'];

/** Texts in the words of shoppers and merchants. */
const inShoppersWords = [
  'api/try-on-pages/texts',
  'api/web/try-on/texts/',
  'docs/checkout.md',
  'docs/flows.md',
  'docs/install.md',
  'scripts/demo-shop/',
  'shared/catalog/kinds/',
  'test/',
];

interface Rule {
  word: string;
  pattern: RegExp;
}

/** Reads the first column of the table. */
function readRules(glossary: string): Rule[] {
  const table = glossary.slice(glossary.indexOf(heading));
  return [...table.matchAll(/^\| ([^|-][^|]*) \|/gm)]
    .slice(1)
    .flatMap(([, words]) => words!.split(', '))
    .map((word) => ({ word, pattern: new RegExp(`\\b${word.replaceAll(' ', '[\\s*]+')}\\b`, 'i') }));
}

function findWords({ file, line, text }: Prose, rules: Rule[]): string[] {
  return rules
    .filter(({ word }) => !/^picture/.test(word) || !inShoppersWords.some((path) => file.startsWith(path)))
    .filter(({ pattern }) => pattern.test(text))
    .map(({ word }) => `${file}:${line}: ${word}`);
}

describe('docs/glossary.md', () => {
  const glossary = readFileSync('docs/glossary.md', 'utf8');
  const rules = readRules(glossary);
  const sources = listFiles(roots, /\.(ts|tsx|mjs)$/);
  const pages = [
    ...['CHANGELOG.md', 'CONTRIBUTING.md', 'README.md', 'SECURITY.md'],
    ...listFiles(['docs', 'shared/client'], /\.md$/),
  ];
  const find = (prose: Prose[]) => prose.flatMap((each) => findWords(each, rules));

  it('lists words that are not used', () => {
    expect(rules.map(({ word }) => word)).to.include.members(['any more', 'repeat', 'nobody', 'picture']);
    expect(findWords({ file: 'a.ts', line: 1, text: 'a Repeat of it' }, rules)).to.deep.equal([
      'a.ts:1: repeat',
    ]);
    expect(findWords({ file: 'a.ts', line: 1, text: 'not any\n * more' }, rules)).to.have.length(1);
    expect(findWords({ file: 'docs/install.md', line: 1, text: 'a picture' }, rules)).to.deep.equal([]);
  });

  it('finds none of them in comments and messages', () => {
    expect(sources.length).to.be.above(1000);
    expect(find(sources.flatMap(readSourceProse))).to.deep.equal([]);
  });

  it('finds none of them in pages', () => {
    const prose = pages.flatMap(readPageProse);
    const end = glossary.slice(0, glossary.indexOf(heading)).split('\n').length;
    expect(find(prose.filter(({ file, line }) => file !== 'docs/glossary.md' || line < end))).to.deep.equal(
      [],
    );
  });

  it('finds none of them in the titles of tests', () => {
    const prose = listFiles(['test'], /\.test\.tsx?$/).flatMap(readTitles);
    expect(prose.length).to.be.above(1500);
    expect(find(prose)).to.deep.equal([]);
  });
});

describe('the comments and names of the sources', () => {
  const sources = listFiles(roots, /\.tsx?$/).map((file) => ({
    file,
    text: readFileSync(file, 'utf8'),
  }));
  const findAll = (pattern: RegExp) =>
    sources.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([found]) => `${file}: ${found}`));

  it('begin no comment with a noun clause: a function with a verb, anything else with its name', () => {
    expect(findAll(/\/\*\*\s*(?:\*\s*)?(?:What|Whose|Where|Whether)\b.*/g)).to.deep.equal([]);
  });

  it('name no function xOf: it gets, builds, parses or converts something', () => {
    const names = findAll(/\bfunction\*? \w+Of\b|\bconst \w+Of\b = (?:async )?(?:<|\()/g);
    // "One of" is a phrase of its own.
    expect(names.filter((found) => !found.endsWith('const oneOf = <'))).to.deep.equal([]);
  });
});
