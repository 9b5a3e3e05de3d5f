import { expect } from 'chai';
import Joi from 'joi';
import { ApiError } from '../../../../shared/errors.ts';
import { check, validate } from '../../../../shared/validation/validate.ts';

const schema = Joi.object({
  name: Joi.string().max(3).required(),
  kind: Joi.valid('sofa', 'lamp'),
  sizes: Joi.array().items(Joi.number().integer()).max(2),
  one: Joi.any(),
  other: Joi.any(),
}).xor('one', 'other');

const good = { name: 'abc', one: 1 };

function refusal(input: unknown, path?: string): ApiError {
  try {
    validate(schema, input, path === undefined ? {} : { path });
  } catch (error) {
    expect(error).to.be.instanceOf(ApiError);
    return error as ApiError;
  }
  throw new Error('was accepted');
}

describe('validate', () => {
  it('returns the value as it was sent, without converting it', () => {
    expect(validate(schema, { ...good, sizes: [1] })).to.deep.equal({ ...good, sizes: [1] });
    expect(refusal({ ...good, sizes: ['1'] }).message).to.equal('sizes[0] must be a number.');
  });

  it('converts where the schema says so, also as a whole', () => {
    const trimmed = Joi.object({ name: Joi.string().trim() }).prefs({ convert: true });
    expect(validate(trimmed, { name: ' abc\n' })).to.deep.equal({ name: 'abc' });
  });

  for (const [input, field, message] of [
    [undefined, undefined, 'The body is required.'],
    [[], undefined, 'The body must be a JSON object.'],
    [{ one: 1 }, 'name', 'name is required.'],
    [{ ...good, name: null }, 'name', 'name must be a string.'],
    [{ ...good, name: '' }, 'name', 'name must not be empty.'],
    [{ ...good, name: 'abcd' }, 'name', 'name is too long: at most 3 characters.'],
    [{ ...good, kind: 'bed' }, 'kind', 'kind must be one of "sofa", "lamp".'],
    [{ ...good, sizes: [1, 2, 3] }, 'sizes', 'sizes has too many items: at most 2 are allowed.'],
    [{ ...good, sizes: [1.5] }, 'sizes[0]', 'sizes[0] must be a whole number.'],
    [{ ...good, colour: 'red' }, 'colour', 'colour is not a known field; remove it.'],
    [{ ...good, other: 2 }, undefined, 'The body must have only one of "one", "other".'],
    [{ name: 'abc' }, undefined, 'The body needs one of "one", "other".'],
  ] as const) {
    it(`refuses ${JSON.stringify(input)}: ${message}`, () => {
      const error = refusal(input);
      expect([error.code, error.status]).to.deep.equal(['INVALID_INPUT', 400]);
      expect(error.message).to.equal(message);
      expect(error.detail.field).to.equal(field);
    });
  }

  it('names a __proto__, also deep inside and where unknown fields are allowed', () => {
    const hidden = JSON.parse('{"name":"abc","one":{"a":[1,{"__proto__":{"admin":true}}]}}') as object;
    const error = refusal(hidden);
    expect(error.message).to.equal('one.a[1].__proto__ is not a known field; remove it.');
    expect(() => validate(Joi.object().unknown(), JSON.parse('{"__proto__":1}'))).to.throw('__proto__');
  });

  it('names every mistake of an input, the first field apart', () => {
    const error = refusal({ name: 3, kind: 'bed', colour: 'red', one: 1 });
    expect(error.message).to.equal(
      'name must be a string. kind must be one of "sofa", "lamp". colour is not a known field; remove it.',
    );
    expect(error.detail.field).to.equal('name');
  });

  it('lists ten mistakes and counts the others', () => {
    const unknown = Object.fromEntries(Array.from({ length: 13 }, (_, index) => [`x${index}`, 1]));
    const { message } = refusal({ ...good, ...unknown });
    expect(message.match(/is not a known field/g)).to.have.length(10);
    expect(message).to.match(/There are 3 more mistakes\.$/);
  });

  it('puts the path of the input before each field', () => {
    expect(refusal({ one: 1, sizes: ['x'] }, 'events[1]').message).to.equal(
      'events[1].name is required. events[1].sizes[0] must be a number.',
    );
    expect(refusal('x', 'events[1]').message).to.equal('events[1] must be a JSON object.');
  });

  it('cuts the name of an unknown field', () => {
    expect(refusal({ ...good, ['x'.repeat(5000)]: 1 }).detail.field).to.have.length(200);
  });

  it('drops unknown fields where the caller asks for it', () => {
    expect(check(schema, { ...good, extra: 1 }, { stripUnknown: true }).value).to.deep.equal(good);
  });
});
