import { type Response, Router } from 'express';
import type { Listing } from '../../shared/catalog/listing/listing.ts';
import type { Database } from '../../shared/database/database.ts';
import { ApiError, invalidInput } from '../../shared/errors.ts';
import type { FlowDoc } from '../../shared/flows/flow-model.ts';
import { flowWarnings } from '../../shared/flows/flow-products.ts';
import { deleteFlow, findFlow, listFlows, saveFlow } from '../../shared/flows/flows.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { authenticate, requireLiveKey } from '../http/authenticate.ts';
import { methodNotAllowed } from '../http/error-response.ts';
import { ownStore } from '../http/own-store.ts';
import { readJson } from '../http/read-json.ts';

export interface FlowsDependencies extends Pick<Database, 'keys' | 'stores' | 'flows'> {
  listing: Listing;
}

const base = '/api/stores/:slug/flows';

/** The guided flows of a store, for its account's live keys. */
export function flowsRouter(dependencies: FlowsDependencies): Router {
  const router = Router();
  const { keys, stores, flows } = dependencies;
  router.use(base, authenticate(keys), requireLiveKey, (_req, res, next) => {
    res.set('Cache-Control', 'no-store');
    next();
  });

  router
    .route(base)
    .get(async (req, res) => {
      const found = await listFlows(flows, await ownStore(stores, req, res));
      res.json({ flows: found.map(flowBody) });
    })
    .all(methodNotAllowed('GET'));

  router
    .route(`${base}/:flow`)
    .get(async (req, res) => {
      const store = await ownStore(stores, req, res);
      const id = String(req.params.flow);
      const flow = await findFlow(flows, store, id);
      if (!flow) throw new ApiError('NOT_FOUND', `The store has no flow ${id}.`);
      await sendFlow(dependencies, res, store, flow);
    })
    .put(async (req, res) => {
      const store = await ownStore(stores, req, res);
      const input = withId(String(req.params.flow), await readJson(req));
      const { created, flow } = await saveFlow(flows, store, input);
      await sendFlow(dependencies, res.status(created ? 201 : 200), store, flow);
    })
    .delete(async (req, res) => {
      const store = await ownStore(stores, req, res);
      await deleteFlow(flows, store, String(req.params.flow));
      res.status(204).end();
    })
    .all(methodNotAllowed('GET, PUT, DELETE'));
  return router;
}

/** The path names the flow; a body that has its id too, as a file has, names the same one. */
function withId(id: string, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  if ('id' in body && body.id !== id) throw invalidInput('id', `must be ${id}, as in the path, or left out.`);
  return { ...body, id };
}

async function sendFlow(
  { listing }: FlowsDependencies,
  res: Response,
  store: StoreDoc,
  flow: FlowDoc,
): Promise<void> {
  res.json({ ...flowBody(flow), warnings: await flowWarnings(listing, store, flow) });
}

function flowBody({ flowId: id, name, steps, createdAt, updatedAt }: FlowDoc) {
  return { id, name, steps, createdAt, updatedAt };
}
