import { expect } from 'chai';
import { matches } from '../../../../../api/web/docs/search.ts';

const entries = ['The errors of a render', 'Errors and retries', 'Costs'].map((title) => ({
  title,
  context: 'Guide',
  href: `/docs/${title}`,
}));
const found = (query: string) => matches(entries, query).map(({ title }) => title);

describe('the search of the documentation', () => {
  it('finds entries with every word, titles that begin with the first word before others', () => {
    expect(found('errors')).to.deep.equal(['Errors and retries', 'The errors of a render']);
    expect(found('RETR guide')).to.deep.equal(['Errors and retries']);
    expect(found('errors costs')).to.deep.equal([]);
  });

  it('finds nothing for an empty query', () => expect(found(' ')).to.deep.equal([]));

  it('returns at most twelve entries', () => {
    const many = Array.from({ length: 50 }, (_, index) => ({
      title: `Render ${index}`,
      context: '',
      href: '',
    }));
    expect(matches(many, 'render')).to.have.length(12);
  });
});
