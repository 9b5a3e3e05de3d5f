import { saveOrderWebhook } from '../../shared/orders/order-webhooks.ts';
import { findStoreBySlug } from '../../shared/stores/stores.ts';
import { readForm } from '../http/form.ts';
import { formFacts } from '../http/page-facts.ts';
import { defineRoute } from '../http/route.ts';
import { recordChange } from '../stores/record-change.ts';
import type { DashboardDependencies } from './dashboard-dependencies.ts';
import { toFormErrors } from './form-errors.ts';
import { finishForm, sendIntegrations } from './integrations-call.ts';

/** A generated secret is on the page that the form leads to, once: no address and no other page has it. */
export const postOrderWebhook = defineRoute({
  ...formFacts,
  id: 'saveOrderWebhookByForm',
  path: '/dashboard/:slug/integrations/order-webhook',
  access: 'merchant of the store',
  summary: 'Save the secret of the order webhooks of a platform',
  handle: async (dependencies: DashboardDependencies, call) => {
    const values = await readForm(call.req);
    const { platform = '', secret: given = '' } = values;
    const options = { platform, ...(given.trim() === '' ? {} : { secret: given }) };
    const { stores, secrets } = dependencies;
    const saving = saveOrderWebhook(stores, secrets, call.store, options);
    const { secret, errors } = await saving.then(
      (saved) => ({ secret: saved.secret, errors: undefined }),
      (error: unknown) => ({ secret: undefined, errors: toFormErrors(error, labels) }),
    );
    if (errors)
      return sendIntegrations(dependencies, call, { sent: { form: 'order webhook', values, errors } });
    const change = { action: 'order-webhook.save', after: { platform } };
    if (secret === undefined) return finishForm(dependencies, call, 'secret', change);
    await recordChange(dependencies, call, change);
    const store = (await findStoreBySlug(stores, call.store.slug)) ?? call.store;
    await sendIntegrations(dependencies, { ...call, store }, { secret });
  },
});

const labels = { platform: 'Platform', secret: 'Secret' };
