import { expect } from 'chai';
import Joi from 'joi';
import { toJsonSchema } from '../../../../api/openapi/joi-schema.ts';

const toProperty = (rule: Joi.Schema) => toJsonSchema(Joi.object({ field: rule })).properties!.field;

describe('the JSON Schema of a joi schema', () => {
  it('accepts null where null counts as absent', () => {
    expect(toProperty(Joi.number().max(3).empty(null))).to.deep.equal({
      type: ['number', 'null'],
      maximum: 3,
    });
    expect(toProperty(Joi.string().valid('a').empty(null))).to.deep.equal({
      type: ['string', 'null'],
      enum: ['a', null],
    });
  });

  it('refuses null in a required field, whose absence is a mistake', () => {
    expect(toProperty(Joi.string().empty(null).required())).to.deep.equal({ type: 'string', minLength: 1 });
  });

  it('accepts an empty text where it counts as absent', () => {
    expect(toProperty(Joi.string().empty(''))).to.deep.equal({ type: 'string' });
  });

  it('keeps apart patterns that must and must not match', () => {
    const text = Joi.string().pattern(/a/, { invert: true });
    expect(toProperty(text)).to.deep.equal({ type: 'string', minLength: 1, not: { pattern: 'a' } });
    expect(toProperty(text.pattern(/b/))).to.deep.equal({
      type: 'string',
      minLength: 1,
      pattern: 'b',
      not: { pattern: 'a' },
    });
  });

  it('has a field once that depends on another one', () => {
    const depending = Joi.string().valid('x').when('kind', { is: 'a', otherwise: Joi.forbidden() });
    const schema = Joi.object({ kind: Joi.string(), field: depending.description('Its kind.') });
    expect(toJsonSchema(schema).properties!.field).to.deep.equal({
      ...{ type: 'string', description: 'Its kind.', enum: ['x'] },
    });
  });

  it('leaves out a default that is another field', () => {
    const schema = Joi.object({ min: Joi.number(), max: Joi.number().default(Joi.ref('min')) });
    expect(toJsonSchema(schema).properties!.max).to.deep.equal({ type: 'number' });
  });

  it('describes rules in code by their meta, also within lists', () => {
    const rule = Joi.any().meta({ jsonSchema: { type: 'string' } });
    expect(toProperty(rule)).to.deep.equal({ type: 'string' });
    expect(toProperty(Joi.array().items(rule))).to.deep.equal({ type: 'array', items: { type: 'string' } });
  });
});
