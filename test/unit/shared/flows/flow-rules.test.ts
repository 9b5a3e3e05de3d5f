import { readdir, readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { ApiError } from '../../../../shared/errors.ts';
import { flowRules } from '../../../../shared/flows/flow-rules.ts';
import { validate } from '../../../../shared/validation/validate.ts';

const step = (part: object = {}) => ({ name: 'Shoes', source: { category: 'Shoes' }, ...part });
const flow = (part: object = {}) => ({ id: 'outfit', name: 'Complete the outfit', steps: [step()], ...part });
const withSteps = (...steps: object[]) => flow({ steps });

/** The field that is named first, and the message. */
function refusal(input: unknown): [field: string | undefined, message: string] {
  try {
    validate(flowRules, input);
  } catch (error) {
    if (error instanceof ApiError) return [error.detail.field, error.message];
  }
  throw new Error('The flow was accepted.');
}

describe('the rules of a flow', () => {
  it('complete a step: required, with one item', () => {
    expect(validate(flowRules, flow()).steps).to.deep.equal([
      { name: 'Shoes', source: { category: 'Shoes' }, required: true, minItems: 1, maxItems: 1 },
    ]);
  });

  it('let a step that needs two items take two', () => {
    const [only] = validate(flowRules, withSteps(step({ minItems: 2 }))).steps;
    expect(only).to.include({ minItems: 2, maxItems: 2 });
  });

  const refused: [what: string, input: unknown, field: string | undefined, message: RegExp][] = [
    ['no object', 'outfit', undefined, /^The body must be a JSON object\.$/],
    ['an id that no URL shows', flow({ id: 'my outfit' }), 'id', /^id must be 1 to 64 letters, digits/],
    ['no name', flow({ name: '  ' }), 'name', /^name must not be empty/],
    ['no steps', withSteps(), 'steps', /^steps must have at least 1 item/],
    ['an unknown field', flow({ title: 'x' }), 'title', /^title is not a known field; remove it\.$/],
    [
      'two steps of one name',
      withSteps(step(), step()),
      'steps[1]',
      /^steps\[1\] has the name of an earlier/,
    ],
    [
      'a step without a source',
      withSteps({ name: 'Shoes' }),
      'steps[0].source',
      /^steps\[0\].source is required/,
    ],
    [
      'a step with two sources',
      withSteps(step({ source: { category: 'Shoes', tag: 'summer' } })),
      'steps[0].source',
      /^steps\[0\].source must have only one of "category", "tag", "products"/,
    ],
    [
      'a step with an empty source',
      withSteps(step({ source: {} })),
      'steps[0].source',
      /^steps\[0\].source needs one of "category", "tag", "products"/,
    ],
    [
      'a product id that is none',
      withSteps(step({ source: { products: ['1001', '1,2'] } })),
      'steps[0].source.products[1]',
      /must be a product id without a comma/,
    ],
    [
      'a step that takes fewer items than it needs',
      withSteps(step(), step({ name: 'Hats', minItems: 3, maxItems: 2 })),
      'steps[1].maxItems',
      /^steps\[1\].maxItems must be at least minItems\.$/,
    ],
    [
      'a step without items',
      withSteps(step({ minItems: 0 })),
      'steps[0].minItems',
      /^steps\[0\].minItems must be at least 1/,
    ],
    [
      'more items than a picture shows',
      withSteps(step({ maxItems: 4 }), step({ name: 'Hats', maxItems: 3 })),
      'steps',
      /^steps allow 7 items together, and an image shows at most 6/,
    ],
  ];
  for (const [what, input, field, message] of refused) {
    it(`refuse ${what}`, () => {
      const [named, text] = refusal(input);
      expect(named).to.equal(field);
      expect(text).to.match(message);
    });
  }

  it('accept every flow of examples/flows, whose file has the name of its id', async () => {
    const folder = new URL('../../../../examples/flows/', import.meta.url);
    for (const file of await readdir(folder)) {
      const { id } = validate(flowRules, JSON.parse(await readFile(new URL(file, folder), 'utf8')));
      expect(`${id}.json`).to.equal(file);
    }
  });
});
