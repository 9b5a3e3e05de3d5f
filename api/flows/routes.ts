import type { Audit } from '../../shared/audit/audit.ts';
import type { Listing } from '../../shared/catalog/listing/listing.ts';
import type { Database } from '../../shared/database/database.ts';
import { ApiError, invalidInput } from '../../shared/errors.ts';
import type { FlowDoc } from '../../shared/flows/flow-model.ts';
import { flowWarnings } from '../../shared/flows/flow-products.ts';
import { flowRules } from '../../shared/flows/flow-rules.ts';
import { deleteFlow, findFlow, listFlows, saveFlow } from '../../shared/flows/flows.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { defineRoute, type PathParameter } from '../http/route.ts';
import { json } from '../openapi/operation.ts';
import { text } from '../openapi/schema.ts';
import { recordChange } from '../stores/record-change.ts';
import { flowListSchema, type StoredFlow, storedFlowSchema } from './schemas.ts';

interface FlowsDependencies extends Pick<Database, 'flows'> {
  listing: Listing;
  audit: Audit;
}

export const flowParameter: PathParameter = {
  description: 'Id of the flow.',
  schema: text('An id.', { examples: ['living-room'] }),
};

const base = '/api/stores/:slug/flows';
const common = { tag: 'Stores', access: 'key of the store', cache: 'no-store' } as const;
const ofFlow = { ...common, path: `${base}/:flow`, params: { flow: flowParameter } } as const;

const getFlows = defineRoute({
  ...common,
  id: 'listFlows',
  method: 'get',
  path: base,
  summary: 'List the guided flows of a store',
  description: 'The flows of the store, by id.',
  responses: { 200: { description: 'The flows.', content: json(flowListSchema) } },
  handle: async ({ flows }: FlowsDependencies, { store }) => ({
    flows: (await listFlows(flows, store)).map(toStored),
  }),
});

const getFlow = defineRoute({
  ...ofFlow,
  id: 'getFlow',
  method: 'get',
  summary: 'Read a guided flow',
  description: 'A flow, and what shoppers do not see of it with the catalog as it is.',
  responses: { 200: { description: 'The flow.', content: json(storedFlowSchema) } },
  handle: async (dependencies: FlowsDependencies, { store, params }) => {
    const flow = await findFlow(dependencies.flows, store, params.flow);
    if (!flow) throw new ApiError('NOT_FOUND', `The store has no flow ${params.flow}.`);
    return withWarnings(dependencies, store, flow);
  },
});

const putFlow = defineRoute({
  ...ofFlow,
  id: 'saveFlow',
  method: 'put',
  summary: 'Create or replace a guided flow',
  description: 'A store has at most 50 flows.',
  body: {
    name: 'FlowRequest',
    schema: flowRules
      .fork('id', (id) => id.optional())
      .description(
        'A guided flow. Its `id` may be left out; the steps allow at most 6 items together.',
      ) as typeof flowRules,
    examples: {
      flow: {
        summary: 'Two steps',
        value: {
          name: 'Living room',
          steps: [
            { name: 'Sofa', source: { category: 'Living room>Sofas' } },
            { name: 'Light', source: { tag: 'lamp' }, required: false, maxItems: 2 },
          ],
        },
      },
    },
  },
  responses: {
    200: { description: 'The flow was replaced.', content: json(storedFlowSchema) },
    201: { description: 'The flow was created.', content: json(storedFlowSchema) },
  },
  failures: ['CONFLICT'],
  handle: async (dependencies: FlowsDependencies, call) => {
    const { store, params, body, res } = call;
    // The path names the flow; a body that has its id too, as a file has, names the same one.
    const { id = params.flow } = body;
    if (id !== params.flow) throw invalidInput('id', `must be ${params.flow}, as in the path, or left out.`);
    const { created, flow } = await saveFlow(dependencies.flows, store, { ...body, id });
    if (created) res.status(201);
    await recordChange(dependencies, call, { action: 'flow.save', after: toRecorded(flow) });
    return withWarnings(dependencies, store, flow);
  },
});

const removeFlow = defineRoute({
  ...ofFlow,
  id: 'deleteFlow',
  method: 'delete',
  summary: 'Delete a guided flow',
  description: 'Launchers and links that name it open the free choice of items.',
  responses: { 204: { description: 'The flow is deleted.' } },
  handle: async (dependencies: FlowsDependencies, call) => {
    const { flow } = call.params;
    await deleteFlow(dependencies.flows, call.store, flow);
    await recordChange(dependencies, call, { action: 'flow.delete', before: { flow } });
  },
});

async function withWarnings(
  { listing }: FlowsDependencies,
  store: StoreDoc,
  flow: FlowDoc,
): Promise<StoredFlow> {
  return { ...toStored(flow), warnings: await flowWarnings(listing, store, flow) };
}

const toRecorded = ({ flowId: flow, name, steps }: FlowDoc) => ({ flow, name, steps: steps.length });

const toStored = ({ flowId: id, name, steps, createdAt, updatedAt }: FlowDoc): StoredFlow => {
  return { id, name, steps, createdAt, updatedAt };
};

export const flowRoutes = [getFlows, getFlow, putFlow, removeFlow];
