import Joi from 'joi';
import {
  disconnectIntegration,
  integrationView,
  pauseIntegration,
  resumeIntegration,
} from '../../shared/integrations/integrations.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { readForm } from '../http/form.ts';
import { formFacts, pageFacts } from '../http/page-facts.ts';
import { defineRoute } from '../http/route.ts';
import { sendTestEvent } from '../integrations/test-event.ts';
import type { DashboardDependencies } from './dashboard-dependencies.ts';
import { saveEndpoint } from './endpoint-form.ts';
import { finishForm, sendIntegrations } from './integrations-call.ts';
import { postOrderWebhook } from './order-webhook-route.ts';
import { findPreset } from './presets.tsx';
import { postReplay } from './replay-route.ts';

const base = '/dashboard/:slug/integrations';
const access = 'merchant of the store';

const toValues = (store: StoreDoc) => ({ ...integrationView(store) });

const getIntegrations = defineRoute({
  ...pageFacts,
  id: 'getIntegrationsPage',
  path: base,
  access,
  summary: 'The analytics endpoint and the order webhooks of a store',
  query: Joi.object<{ done?: string; preset?: string }>({
    done: Joi.string(),
    preset: Joi.string(),
  }).unknown(),
  handle: (dependencies: DashboardDependencies, call) =>
    sendIntegrations(dependencies, call, {
      done: call.query.done,
      preset: findPreset(call.query.preset),
    }),
});

const postEndpoint = defineRoute({
  ...formFacts,
  id: 'saveEndpointByForm',
  path: base,
  access,
  summary: 'Save the endpoint',
  failures: ['CONFLICT'],
  handle: async (dependencies: DashboardDependencies, call) => {
    const values = await readForm(call.req);
    const { saved, errors } = await saveEndpoint(dependencies, call.store, values);
    if (!saved) return sendIntegrations(dependencies, call, { sent: { form: 'endpoint', values, errors } });
    const change = { before: toValues(call.store), after: toValues(saved) };
    await finishForm(dependencies, call, 'saved', { action: 'integration.save', ...change });
  },
});

const changes = [
  {
    verb: 'pause',
    id: 'pauseIntegrationByForm',
    done: 'paused',
    summary: 'Stop forwarding events',
    make: pauseIntegration,
  },
  {
    verb: 'resume',
    id: 'resumeIntegrationByForm',
    done: 'resumed',
    summary: 'Forward events again',
    make: resumeIntegration,
  },
  {
    verb: 'remove',
    id: 'removeIntegrationByForm',
    done: 'removed',
    summary: 'Remove the endpoint',
    make: disconnectIntegration,
  },
] as const;

const changeRoutes = changes.map(({ verb, id, done, summary, make }) =>
  defineRoute({
    ...formFacts,
    id,
    path: `${base}/${verb}`,
    access,
    summary,
    failures: ['CONFLICT'],
    handle: async (dependencies: DashboardDependencies, call) => {
      const changed = (await make(dependencies.stores, call.store._id)) ?? call.store;
      const change = { before: toValues(call.store), after: toValues(changed) };
      await finishForm(dependencies, call, done, { action: `integration.${verb}`, ...change });
    },
  }),
);

const postTest = defineRoute({
  ...formFacts,
  id: 'testIntegrationByForm',
  path: `${base}/test`,
  access,
  summary: 'Send a test event',
  failures: ['CONFLICT'],
  handle: async (dependencies: DashboardDependencies, call) => {
    const { delivered, state } = await sendTestEvent(dependencies, call.store);
    const after = { delivered, state };
    await finishForm(dependencies, call, delivered ? 'delivered' : 'refused', {
      action: 'integration.test',
      after,
    });
  },
});

/** The page of Integrations and its forms. */
export const integrationPages = [
  getIntegrations,
  postEndpoint,
  ...changeRoutes,
  postTest,
  postReplay,
  postOrderWebhook,
];
