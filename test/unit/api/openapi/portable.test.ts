import { expect } from 'chai';
import { toPortable } from '../../../../api/openapi/portable.ts';

describe('A portable schema', () => {
  it('has a choice for each of several types, with the keywords that concern it', () => {
    const schema = { type: ['string', 'integer', 'null'], description: 'An id.', minLength: 1, minimum: 0 };
    expect(toPortable(schema as Parameters<typeof toPortable>[0])).to.deep.equal({
      description: 'An id.',
      anyOf: [{ type: 'string', minLength: 1 }, { type: 'integer', minimum: 0 }, { type: 'null' }],
    });
  });

  it('keeps one type that may be null', () => {
    const schema = { type: ['string', 'null'] as ['string', 'null'], maxLength: 3 };
    expect(toPortable(schema)).to.deep.equal(schema);
  });

  it('says a default in words, unless the words are there', () => {
    const unit = { type: 'string' as const, description: 'Unit of the sides.', default: 'cm' };
    const { description } = toPortable({ type: 'object', properties: { unit } }).properties!.unit!;
    expect(description).to.equal('Unit of the sides. By default `cm`.');
    const aspect = { type: 'string' as const, description: 'Only `auto`.', default: 'auto' };
    expect(toPortable(aspect)).to.deep.equal({ type: 'string', description: 'Only `auto`.' });
  });

  it('leaves out alternatives that only require fields', () => {
    const properties = { id: { type: 'string' as const } };
    const schema = {
      type: 'object' as const,
      properties,
      oneOf: [{ required: ['id'] }, { required: ['from'] }],
    };
    expect(toPortable(schema)).to.deep.equal({ type: 'object', properties });
  });
});
