import { listDeliveries } from '../../shared/deliveries/list-deliveries.ts';
import { withBodies } from '../../shared/deliveries/with-bodies.ts';
import { listOrders } from '../../shared/orders/list-orders.ts';
import { seeOther, sendPage } from '../identity/send-page.ts';
import { type Change, recordChange } from '../stores/record-change.ts';
import type { DashboardDependencies } from './dashboard-dependencies.ts';
import { toStorePath } from './dashboard-page.tsx';
import { integrationsPage, type SentForm } from './integrations-page.tsx';
import type { Preset } from './presets.tsx';
import type { StoreCall } from './store-call.ts';

/** The result of a form. */
interface Said {
  done?: string | undefined;
  preset?: Preset | undefined;
  sent?: SentForm;
  secret?: string;
}

/** Sends the page with what a form has led to. */
export async function sendIntegrations(
  { deliveries, events, orders, config, web }: DashboardDependencies,
  { res, person, store }: StoreCall,
  said: Said = {},
): Promise<void> {
  const [attempts, reported] = await Promise.all([
    listDeliveries(deliveries, store._id),
    listOrders(orders, store._id),
  ]);
  const page = {
    ...{ person, store, orders: reported, baseUrl: config.BASE_URL },
    deliveries: await withBodies(events, store, attempts),
    ...said,
  };
  sendPage(res, integrationsPage(page, web().build.rooms), said.sent ? 422 : 200);
}

/** Records a change and leads back to the page. */
export async function finishForm(
  dependencies: DashboardDependencies,
  call: StoreCall,
  done: string,
  change: Change,
): Promise<void> {
  await recordChange(dependencies, call, change);
  seeOther(call.res, `${toStorePath(call.store, 'integrations')}?done=${done}`);
}
