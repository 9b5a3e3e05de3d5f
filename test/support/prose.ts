import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Prose {
  file: string;
  line: number;
  text: string;
}

/** Comments and literals; a quote inside a regular expression can be taken for a literal of the same line. */
const tokens = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g;

const blank = (code: string) => code.replace(/[^\n]/g, ' ');
const isComment = (token: string) => token.startsWith('/');
/** Ids, paths and CSS classes have fewer words. */
const isSentence = (literal: string) => /[a-z]+ [a-z]+ [a-z]+/i.test(literal);

/** Lists the files below the folders whose name matches. */
export function listFiles(folders: readonly string[], name: RegExp): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((entry) => join(folder, entry)),
    )
    .filter((file) => name.test(file));
}

/** Reads the comments and messages of a source file, without the code that they quote. */
export function readSourceProse(file: string): Prose[] {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(tokens)]
    .filter(([token]) => isComment(token) || isSentence(token))
    .map(({ 0: token, index }) => ({
      file,
      line: source.slice(0, index).split('\n').length,
      text: isComment(token) ? token.replace(/`[^`\n]*`/g, blank) : token.replace(/\$\{[^}]*\}/g, blank),
    }));
}

/** Reads the text of a page, without blocks of code and quoted code. */
export function readPageProse(file: string): Prose[] {
  const page = readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```/gm, blank);
  return page.split('\n').map((text, index) => ({
    file,
    line: index + 1,
    text: text.replace(/`[^`]*`/g, blank).replace(/\]\([^)]*\)/g, blank),
  }));
}

/** Reads the titles of the tests of a file. */
export function readTitles(file: string): Prose[] {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(/^\s*(?:it|describe)(?:\.\w+)?\(\s*(['`])(.*?)\1,/gm)].map(
    ({ 2: text, index }) => ({
      file,
      line: source.slice(0, index).split('\n').length,
      text: text!.replace(/\$\{[^}]*\}/g, blank),
    }),
  );
}
