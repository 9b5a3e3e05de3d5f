import { ApiError } from '../../shared/errors.ts';
import { walkableFlow } from '../../shared/flows/flow-products.ts';
import { findFlow } from '../../shared/flows/flows.ts';
import type { FlowView } from '../../shared/try-on/contract.ts';
import type { StoreCall } from './entrance.ts';
import type { TryOnDependencies } from './try-on-dependencies.ts';

/** `GET /flows/{flowId}`: the steps that the catalog can fill now. */
export async function showFlow(
  { database, listing }: TryOnDependencies,
  { req, store }: StoreCall,
): Promise<FlowView> {
  const flow = await findFlow(database.flows, store, String(req.params.flow));
  const view = flow && (await walkableFlow(listing, store, flow));
  if (!view) throw new ApiError('NOT_FOUND', 'The store has no such flow, or no products for its steps.');
  return view;
}
