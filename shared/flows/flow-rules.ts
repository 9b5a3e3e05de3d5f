import Joi from 'joi';
import { type FlowStepView, type FlowView, maxLookItems } from '../try-on/contract.ts';
import { boundedArray } from '../validation/bounded-array.ts';

const flowLimits = {
  name: 100,
  stepName: 60,
  category: 1000,
  products: 48,
  product: 128,
} as const;

const text = (max: number) =>
  Joi.string()
    .trim()
    .min(1)
    .max(max)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
    .pattern(/[\x00-\x1f\x7f]/, { invert: true })
    .prefs({ convert: true });

const source = Joi.object({
  category: text(flowLimits.category).description('Path of a category, as in the list of products.'),
  tag: text(flowLimits.name).description('A tag.'),
  products: boundedArray(flowLimits.products)
    .description('Just these products: `productId`, `productId:variantId` or a handle each.')
    // A listing is asked for them as a comma list.
    .items(text(flowLimits.product).pattern(/^[^,]+$/, 'a product id without a comma'))
    .min(1)
    .unique()
    .messages({ 'array.unique': '{#label} is a duplicate of an earlier product; remove it' }),
})
  .xor('category', 'tag', 'products')
  .description('Where the items of the step come from: one of these.')
  .meta({ jsonSchema: { minProperties: 1, maxProperties: 1 } });

const items = Joi.number().integer().min(1).max(maxLookItems);

const step = Joi.object<FlowStepView>({
  name: text(flowLimits.stepName).required().description('Name of the step, unlike those of the others.'),
  source: source.required(),
  required: Joi.boolean().default(true).description('Whether it cannot be skipped.'),
  minItems: items.default(1).description('Items that complete it.'),
  maxItems: items
    .min(Joi.ref('minItems'))
    .default(Joi.ref('minItems'))
    .description('Items that it takes, by default as `minItems`.')
    .messages({ 'number.min': '{#label} must be at least minItems' }),
});

/** An image has one limit for all steps together (specification "Limits": 1 to 6 products). */
function fitsOneImage(steps: FlowStepView[], { error }: Joi.CustomHelpers) {
  const total = steps.reduce((sum, { maxItems }) => sum + maxItems, 0);
  // Not a number where a step is wrong itself, which has its own sentence.
  return total > maxLookItems ? error('steps.total', { total }) : steps;
}

const steps = boundedArray(maxLookItems)
  .items(step)
  .min(1)
  .unique('name')
  .custom(fitsOneImage)
  .messages({
    'array.unique': '{#label} has the name of an earlier step; give each step a name of its own',
    'steps.total': `{#label} allow {#total} items together, and an image shows at most ${maxLookItems}; lower maxItems of a step`,
  });

/** The one description of what a flow may be, of the command line and of the HTTP API; docs/flows.md has it in words. */
export const flowRules = Joi.object<FlowView, true>({
  id: Joi.string()
    .pattern(/^[A-Za-z0-9][\w-]{0,63}$/, '1 to 64 letters, digits, hyphens and underscores')
    .required()
    .description('Names the flow in launchers, links and events.'),
  name: text(flowLimits.name).required().description('Name.'),
  steps: steps.required().description('The steps in their order.'),
});
