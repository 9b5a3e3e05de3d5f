import { expect } from 'chai';
import { describeRules, describeType } from '../../../../../api/docs/reference/schema-type.ts';
import type { Schema } from '../../../../../api/openapi/schema.ts';

describe('types in the API reference', () => {
  const types: [schema: Schema, type: string][] = [
    [{ type: 'string', format: 'uri' }, 'string (uri)'],
    [{ type: ['string', 'null'] }, 'string or null'],
    [{ type: 'array', items: { $ref: '#/components/schemas/ProductItem' } }, 'array of ProductItem'],
    [{ type: ['array', 'null'], items: { type: ['string', 'null'] } }, 'array of (string or null) or null'],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'string' }] }, 'string or integer'],
    [{ const: 'try-on' }, '"try-on"'],
    [{}, 'any'],
  ];
  for (const [schema, type] of types) {
    it(`say ${type}`, () => expect(describeType(schema)).to.equal(type));
  }

  const rules: [schema: Schema, rules: string[]][] = [
    [{ minItems: 1, maxItems: 6 }, ['1 to 6 items']],
    [{ maxLength: 255 }, ['at most 255 characters']],
    [{ minimum: 0 }, ['at least 0']],
    [{ exclusiveMinimum: 0, maximum: 2000 }, ['at most 2000', 'above 0']],
    [{ default: 'cm' }, ['default "cm"']],
    [{}, []],
  ];
  for (const [schema, expected] of rules) {
    it(`say ${expected.join(', ') || 'no rules'} of ${JSON.stringify(schema)}`, () => {
      expect(describeRules(schema)).to.deep.equal(expected);
    });
  }
});
