import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { errorCatalogue } from '../../../../shared/errors.ts';

const guide = readFileSync('docs/guides/errors.md', 'utf8');

describe('docs/guides/errors.md', () => {
  const rows = [...guide.matchAll(/^\| (\d{3}) \| (.*?) \|/gm)].flatMap(([, status, codes]) =>
    [...codes!.matchAll(/`(\w+)`/g)].map(([, code]) => ({ code: code!, status: Number(status) })),
  );

  it('says what to do about each code, with its status', () => {
    const expected = Object.entries(errorCatalogue).map(([code, { status }]) => ({ code, status }));
    expect(rows).to.have.deep.members(expected);
  });
});
