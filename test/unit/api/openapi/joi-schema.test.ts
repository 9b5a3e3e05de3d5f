import { expect } from 'chai';
import Joi from 'joi';
import { jsonSchemaOf } from '../../../../api/openapi/joi-schema.ts';

const propertyOf = (rule: Joi.Schema) => jsonSchemaOf(Joi.object({ field: rule })).properties!.field;

describe('the JSON Schema of a joi schema', () => {
  it('accepts null where null counts as absent', () => {
    expect(propertyOf(Joi.number().max(3).empty(null))).to.deep.equal({
      type: ['number', 'null'],
      maximum: 3,
    });
    expect(propertyOf(Joi.string().valid('a').empty(null))).to.deep.equal({
      type: ['string', 'null'],
      enum: ['a', null],
    });
  });

  it('refuses null in a required field, whose absence is a mistake', () => {
    expect(propertyOf(Joi.string().empty(null).required())).to.deep.equal({ type: 'string', minLength: 1 });
  });

  it('accepts an empty text where it counts as absent', () => {
    expect(propertyOf(Joi.string().empty(''))).to.deep.equal({ type: 'string' });
  });

  it('keeps apart patterns that must and must not match', () => {
    const text = Joi.string().pattern(/a/, { invert: true });
    expect(propertyOf(text)).to.deep.equal({ type: 'string', minLength: 1, not: { pattern: 'a' } });
    expect(propertyOf(text.pattern(/b/))).to.deep.equal({
      type: 'string',
      minLength: 1,
      pattern: 'b',
      not: { pattern: 'a' },
    });
  });

  it('leaves out a default that is another field', () => {
    const schema = Joi.object({ min: Joi.number(), max: Joi.number().default(Joi.ref('min')) });
    expect(jsonSchemaOf(schema).properties!.max).to.deep.equal({ type: 'number' });
  });

  it('describes rules in code by their meta, also within lists', () => {
    const rule = Joi.any().meta({ jsonSchema: { type: 'string' } });
    expect(propertyOf(rule)).to.deep.equal({ type: 'string' });
    expect(propertyOf(Joi.array().items(rule))).to.deep.equal({ type: 'array', items: { type: 'string' } });
  });
});
