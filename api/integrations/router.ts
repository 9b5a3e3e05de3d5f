import { Router } from 'express';
import Joi from 'joi';
import { listDeliveries } from '../../shared/deliveries/list-deliveries.ts';
import { type ReplayDependencies, replayDropped, replayEvent } from '../../shared/deliveries/replay.ts';
import {
  disconnectIntegration,
  type IntegrationDependencies,
  integrationView,
  saveIntegration,
} from '../../shared/integrations/integrations.ts';
import { sendTestEvent, type TestEventDependencies } from '../../shared/integrations/test-event.ts';
import type { ApiKeyModel } from '../../shared/keys/key-model.ts';
import { validate } from '../../shared/validation/validate.ts';
import { authenticate, requireLiveKey } from '../http/authenticate.ts';
import { methodNotAllowed } from '../http/error-response.ts';
import { ownStore } from '../http/own-store.ts';
import { readJson } from '../http/read-json.ts';

export type IntegrationsDependencies = IntegrationDependencies &
  TestEventDependencies &
  ReplayDependencies & { keys: ApiKeyModel };

const base = '/api/stores/:slug/integration';

export const deliveriesQuery = Joi.object<{ eventId?: string }>({
  eventId: Joi.string().max(128).description('Attempts of this event only.'),
});

const moment = Joi.date().iso().prefs({ convert: true });

export const replayRequest = Joi.object<{ eventId?: string; from?: Date; to?: Date }>({
  eventId: Joi.string()
    .max(128)
    .description('The event: its id as it was sent, or as the endpoint received it.'),
  from: moment.description('Dropped events that were received from this time on.'),
  to: moment.description('… and before this time.'),
})
  .xor('eventId', 'from')
  .and('from', 'to')
  .meta({ jsonSchema: { oneOf: [{ required: ['eventId'] }, { required: ['from', 'to'] }] } });

/** The integration of a store, for its account's live keys: state, settings, test event, deliveries, replay. */
export function integrationsRouter(dependencies: IntegrationsDependencies): Router {
  const router = Router();
  const { stores, deliveries } = dependencies;
  router.use(base, authenticate(dependencies.keys), requireLiveKey, (_req, res, next) => {
    res.set('Cache-Control', 'no-store');
    next();
  });

  router
    .route(base)
    .get(async (req, res) => {
      res.json(integrationView(await ownStore(stores, req, res)));
    })
    .put(async (req, res) => {
      const store = await ownStore(stores, req, res);
      const saved = await saveIntegration(dependencies, store, await readJson(req));
      res.json(integrationView(saved));
    })
    .delete(async (req, res) => {
      const store = await ownStore(stores, req, res);
      const changed = await disconnectIntegration(stores, store._id);
      res.json(integrationView(changed ?? store));
    })
    .all(methodNotAllowed('GET, PUT, DELETE'));

  router
    .route(`${base}/test`)
    .post(async (req, res) => {
      res.json(await sendTestEvent(dependencies, await ownStore(stores, req, res)));
    })
    .all(methodNotAllowed('POST'));

  router
    .route(`${base}/deliveries`)
    .get(async (req, res) => {
      const store = await ownStore(stores, req, res);
      const { eventId } = validate(deliveriesQuery, req.query);
      res.json({ deliveries: await listDeliveries(deliveries, store._id, eventId) });
    })
    .all(methodNotAllowed('GET'));

  router
    .route(`${base}/replay`)
    .post(async (req, res) => {
      const store = await ownStore(stores, req, res);
      const { eventId, from, to } = validate(replayRequest, await readJson(req));
      const replayed = eventId
        ? replayEvent(dependencies, store, eventId)
        : replayDropped(dependencies, store, { from: from!, to: to! });
      res.status(202).json(await replayed);
    })
    .all(methodNotAllowed('POST'));
  return router;
}
