import type { ListedDelivery } from '../../shared/deliveries/list-deliveries.ts';
import { integrationView } from '../../shared/integrations/integrations.ts';
import type { ListedOrder } from '../../shared/orders/list-orders.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import type { EntryFiles } from '../assets/web-build.ts';
import { PauseButton } from '../html/pause-button.tsx';
import { RoomSection } from '../html/room-page.tsx';
import type { FormErrors, FormValues } from '../http/form.ts';
import type { Person } from '../identity/person.ts';
import { dashboardPage, toStorePath } from './dashboard-page.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { EndpointSection, IntegrationBadge, RemoveSection, StateSection } from './integration-section.tsx';
import { OrderWebhookSection } from './order-webhook-section.tsx';
import type { Preset } from './presets.tsx';
import { ReplayForm } from './replay-section.tsx';

/** A form of the page as it was sent, with its mistakes. */
export interface SentForm {
  form: 'endpoint' | 'order webhook';
  values: FormValues;
  errors: FormErrors;
}

interface IntegrationsPage {
  person: Person;
  store: StoreDoc;
  deliveries: readonly ListedDelivery[];
  orders: readonly ListedOrder[];
  baseUrl: string;
  done?: string | undefined;
  preset?: Preset | undefined;
  sent?: SentForm;
  /** Of the order webhooks, just generated. */
  secret?: string;
}

const refreshSeconds = 5;

/** `/dashboard/{store}/integrations` */
export function integrationsPage(page: IntegrationsPage, files: EntryFiles): string {
  const { person, store, deliveries, orders, baseUrl, done, preset, sent, secret } = page;
  const view = integrationView(store);
  const common = { store, view, token: person.formToken };
  const action = toStorePath(store, 'integrations/replay');
  const replay = view.state === 'Connected' ? { action, token: person.formToken } : undefined;
  // A form that was sent, or a secret that is shown once, is at no address that could be loaded again.
  const isLive = view.state === 'Connected' && !sent && secret === undefined;
  const sentTo = (form: SentForm['form']) =>
    sent?.form === form ? { values: sent.values, errors: sent.errors } : {};
  return dashboardPage(
    {
      path: toStorePath(store, 'integrations'),
      title: 'Integrations',
      person,
      store,
      done,
      ...(isLive && { refreshSeconds, refreshNeedsScript: true }),
      beside: (
        <>
          <IntegrationBadge state={view.state} />
          {isLive && <PauseButton />}
        </>
      ),
      children: (
        <>
          <StateSection {...common} />
          <EndpointSection {...common} preset={preset} {...sentTo('endpoint')} />
          <RoomSection id="deliveries" title="Latest deliveries" lead="The last 50 attempts, newest first.">
            {replay && <ReplayForm store={store} token={person.formToken} />}
            <DeliveryTable deliveries={deliveries} replay={replay} />
          </RoomSection>
          <OrderWebhookSection {...common} {...{ baseUrl, orders, secret }} {...sentTo('order webhook')} />
          {view.endpoint && <RemoveSection {...common} />}
        </>
      ),
    },
    files,
  );
}
