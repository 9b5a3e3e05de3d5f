import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { errorCatalogue } from '../../../../shared/errors.ts';

const guide = readFileSync('docs/guides/errors.md', 'utf8');

/** Of a wrong method, and of routes for shoppers and merchants. */
const elsewhere = ['METHOD_NOT_ALLOWED', 'STORE_CONTEXT', 'CONFLICT'];

describe('docs/guides/errors.md', () => {
  const rows = [...guide.matchAll(/^\| (\d{3}) \| (.*?) \|/gm)].flatMap(([, status, codes]) =>
    [...codes!.matchAll(/`(\w+)`/g)].map(([, code]) => ({ code: code!, status: Number(status) })),
  );

  it('says what to do about each code of the render API, with its status', () => {
    const expected = Object.entries(errorCatalogue)
      .filter(([code]) => !elsewhere.includes(code))
      .map(([code, { status }]) => ({ code, status }));
    expect(rows).to.have.deep.members(expected);
  });
});
