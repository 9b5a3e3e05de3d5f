import type { FlowStepView, FlowView } from '../../shared/try-on/contract.ts';
import { buildList, flag, integer, moment, namedObject, optional, text } from '../openapi/schema.ts';

const stepSchema = namedObject<FlowStepView>('FlowStep', 'A step of a flow.', {
  name: text('Name.'),
  source: {
    type: 'object',
    description: 'Source of its items: one of these.',
    properties: {
      category: text('Path of a category.'),
      tag: text('A tag.'),
      products: buildList(text('`productId`, `productId:variantId` or a handle.'), 'Just these products.'),
    },
  },
  required: flag('Whether it cannot be skipped.'),
  minItems: integer('Items that complete it.', { minimum: 1, maximum: 6 }),
  maxItems: integer('Items that it takes.', { minimum: 1, maximum: 6 }),
});

const flow = {
  id: text('Names the flow in launchers, links and events.'),
  name: text('Name.'),
  steps: buildList(stepSchema, 'The steps in their order.'),
};

/** As a shopper sees it. */
export const flowSchema = namedObject<FlowView>(
  'Flow',
  'A guided flow: the steps through which a shopper puts a look together.',
  flow,
);

export interface StoredFlow extends FlowView {
  createdAt: Date;
  updatedAt: Date;
  warnings?: string[];
}

export const storedFlowSchema = namedObject<StoredFlow>('StoredFlow', 'A flow as its store keeps it.', {
  ...flow,
  createdAt: moment('When it was created.'),
  updatedAt: moment('When it was last replaced.'),
  warnings: optional(
    buildList(text('A sentence.'), 'Steps that shoppers do not see as they are written; of a single flow.'),
  ),
});

export const flowListSchema = namedObject<{ flows: StoredFlow[] }>('FlowList', 'The flows of a store.', {
  flows: buildList(storedFlowSchema, 'At most 50, by id.'),
});
