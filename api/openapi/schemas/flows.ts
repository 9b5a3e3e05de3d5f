import { flowRules } from '../../../shared/flows/flow-rules.ts';
import type { FlowStepView, FlowView } from '../../../shared/try-on/contract.ts';
import { jsonSchemaOf } from '../joi-schema.ts';
import { flag, integer, listOf, moment, objectOf, optional, ref, type Schema, text } from '../schema.ts';

interface StoredFlow extends FlowView {
  createdAt: Date;
  updatedAt: Date;
  warnings?: string[];
}

const flow = {
  id: text('Names the flow in launchers, links and events.'),
  name: text('Name.'),
  steps: listOf(ref('FlowStep'), 'The steps in their order.'),
};

/** The path names the flow: the body may leave its id out. */
const { required: _, ...request } = jsonSchemaOf(flowRules);

export const flowSchemas: Record<string, Schema> = {
  FlowRequest: {
    ...request,
    description: 'A guided flow. Its `id` may be left out; the steps allow at most 6 items together.',
    required: ['name', 'steps'],
  },
  Flow: objectOf<FlowView>('A guided flow: the steps through which a shopper puts a look together.', flow),
  FlowStep: objectOf<FlowStepView>('A step of a flow.', {
    name: text('Name.'),
    source: {
      type: 'object',
      description: 'Where its items come from: one of these.',
      properties: {
        category: text('Path of a category.'),
        tag: text('A tag.'),
        products: listOf(text('`productId`, `productId:variantId` or a handle.'), 'Just these products.'),
      },
    },
    required: flag('Whether it cannot be skipped.'),
    minItems: integer('Items that complete it.', { minimum: 1, maximum: 6 }),
    maxItems: integer('Items that it takes.', { minimum: 1, maximum: 6 }),
  }),
  StoredFlow: objectOf<StoredFlow>('A flow as its store keeps it.', {
    ...flow,
    createdAt: moment('When it was created.'),
    updatedAt: moment('When it was last replaced.'),
    warnings: optional(
      listOf(text('A sentence.'), 'Steps that shoppers do not see as they are written; of a single flow.'),
    ),
  }),
  FlowList: objectOf<{ flows: StoredFlow[] }>('The flows of a store.', {
    flows: listOf(ref('StoredFlow'), 'At most 50, by id.'),
  }),
};
