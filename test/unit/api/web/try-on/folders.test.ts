import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect } from 'chai';

const root = resolve('api/web/try-on');

/** From the top to the bottom; folders of one row do not know each other. */
const floors = [
  ['main.tsx'],
  ['app'],
  ['screens'],
  ['checkout', 'share'],
  ['ui'],
  ['actions'],
  ['analytics', 'catalog'],
  ['api'],
  ['state'],
  ['identity', 'texts'],
];

interface Arrow {
  file: string;
  from: string;
  to: string;
}

function getArrows(file: string): Arrow[] {
  const text = readFileSync(join(root, file), 'utf8');
  const targets = [...text.matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g)].map(([, path]) =>
    relative(root, resolve(root, dirname(file), path!)),
  );
  const [from] = file.split('/') as [string];
  return targets
    .filter((target) => !target.startsWith('..') && !target.endsWith('.css'))
    .map((target) => ({ file, from, to: target.split('/')[0]! }))
    .filter(({ to }) => to !== from);
}

describe('The folders of the try-on', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );

  it('import only what stands below them', () => {
    const floor = (folder: string) => floors.findIndex((folders) => folders.includes(folder));
    const arrows = files.flatMap(getArrows);
    expect(arrows.length).to.be.greaterThan(100);
    expect(arrows.filter(({ from, to }) => floor(to) <= floor(from))).to.deep.equal([]);
    expect([...new Set(files.map((file) => file.split('/')[0]!))].sort()).to.deep.equal(floors.flat().sort());
  });
});
