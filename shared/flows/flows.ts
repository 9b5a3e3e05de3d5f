import { ApiError, invalidInput } from '../errors.ts';
import { isDuplicateKey } from '../mongodb/database-errors.ts';
import type { StoreDoc } from '../stores/store-model.ts';
import type { FlowView } from '../try-on/contract.ts';
import { validate } from '../validation/validate.ts';
import { type FlowDoc, type FlowModel, flowDocId, flowRange } from './flow-model.ts';
import { flowRules } from './flow-rules.ts';

const maxFlows = 50;

type Store = Pick<StoreDoc, '_id'>;

/** A saved flow; `created` is false if it replaced one. */
export interface SavedFlow {
  created: boolean;
  flow: FlowDoc;
}

/**
 * Creates a flow of a store, or replaces the one with its id.
 * @throws ApiError INVALID_INPUT naming the field, such as `steps[1].maxItems`, or for one flow too many.
 */
export async function saveFlow(flows: FlowModel, store: Store, input: unknown): Promise<SavedFlow> {
  const valid = validate(flowRules, input);
  const { id, name, steps } = valid;
  const replaced = await flows
    .findOneAndUpdate(
      { _id: flowDocId(store._id, id) },
      { $set: { name, steps, updatedAt: new Date() } },
      { returnDocument: 'after' },
    )
    .lean<FlowDoc>();
  if (replaced) return { created: false, flow: replaced };
  return { created: true, flow: await insertFlow(flows, store, valid) };
}

/**
 * Creates a flow of a store.
 * @throws ApiError INVALID_INPUT as `saveFlow`; CONFLICT where the store has a flow with this id.
 */
export async function createFlow(flows: FlowModel, store: Store, input: unknown): Promise<FlowDoc> {
  return insertFlow(flows, store, validate(flowRules, input));
}

async function insertFlow(flows: FlowModel, store: Store, valid: FlowView): Promise<FlowDoc> {
  const { id: flowId, name, steps } = valid;
  const now = new Date();
  const _id = flowDocId(store._id, flowId);
  if ((await flows.countDocuments(flowRange(store._id))) >= maxFlows) {
    throw invalidInput('id', `names one flow too many: a store has at most ${maxFlows}; delete one first.`);
  }
  try {
    const flow = { _id, store: store._id, flowId, name, steps, createdAt: now, updatedAt: now };
    await flows.create(flow);
    return flow;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new ApiError('CONFLICT', `The store has a flow ${flowId} already.`);
  }
}

/** Finds the flow of a store with that id, or null; any text may be asked for. */
export async function findFlow(flows: FlowModel, store: Store, flowId: string): Promise<FlowDoc | null> {
  return flows.findOne({ _id: flowDocId(store._id, flowId) }).lean<FlowDoc>();
}

/** Lists the flows of a store, by id. */
export async function listFlows(flows: FlowModel, store: Store): Promise<FlowDoc[]> {
  return flows.find(flowRange(store._id)).sort({ _id: 1 }).limit(maxFlows).lean<FlowDoc[]>();
}

/** Deletes a flow; launchers and links that name it open the free choice of items. @throws ApiError NOT_FOUND */
export async function deleteFlow(flows: FlowModel, store: Store, flowId: string): Promise<void> {
  const { deletedCount } = await flows.deleteOne({ _id: flowDocId(store._id, flowId) });
  if (deletedCount === 0) throw new ApiError('NOT_FOUND', `The store has no flow ${flowId}.`);
}
