import type { ListedOrder } from '../../shared/orders/list-orders.ts';
import { type OrderPlatform, orderPlatforms } from '../../shared/orders/order-update.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { PageForm } from '../html/page-form.tsx';
import { RoomSection } from '../html/room-page.tsx';
import type { FormErrors, FormValues } from '../http/form.ts';
import { Button } from '../web/design/components/button.tsx';
import { CodeBlock } from '../web/design/components/code-block.tsx';
import { Select, TextField } from '../web/design/components/field.tsx';
import { Banner, Status } from '../web/design/components/status.tsx';
import { type Column, Table } from '../web/design/components/table.tsx';
import { Time } from '../web/design/components/time.tsx';
import { toStorePath } from './dashboard-page.tsx';
import { OrderTable } from './order-table.tsx';

const platformNames: Record<OrderPlatform, string> = {
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  generic: 'Another shop, by Standard Webhooks',
};

const options = orderPlatforms.map((value) => ({ value, text: platformNames[value] }));

interface OrderWebhookProps {
  store: StoreDoc;
  baseUrl: string;
  /** The latest of the store, the newest first. */
  orders: readonly ListedOrder[];
  token: string;
  values?: FormValues;
  errors?: FormErrors;
  /** The secret that has just been generated. */
  secret?: string | undefined;
}

/** The addresses at which shops report their orders, and the secrets that they sign with. */
export function OrderWebhookSection(props: OrderWebhookProps) {
  const { orders, store, token, values, errors = {}, secret } = props;
  return (
    <RoomSection
      id="orders"
      title="Order webhooks"
      lead="Your shop reports its orders here, and they are attributed to looks. Orders feed the figures of this dashboard and are never forwarded."
    >
      {secret !== undefined && (
        <>
          <div role="status">
            <Banner tone="warning">
              The secret is shown only now. Enter it in your shop; a secret before it stays valid for a day.
            </Banner>
          </div>
          <CodeBlock code={secret} language="text" label="Secret" />
        </>
      )}
      <Table label="Order webhooks" columns={toColumns(props)} rows={orderPlatforms} />
      <PageForm action={`${toStorePath(store, 'integrations')}/order-webhook`} token={token}>
        <Select label="Platform" name="platform" options={options} value={values?.platform} />
        <TextField
          label="Secret"
          name="secret"
          autocomplete="off"
          spellcheck={false}
          code
          maxLength={256}
          help="Shopify has one of its own: the client secret of the app, or the one that its admin shows for webhooks. For the others leave this empty, and one is generated."
          {...(errors.secret && { error: errors.secret })}
        />
        <Button type="submit">Save secret</Button>
      </PageForm>
      <OrderTable orders={orders} />
    </RoomSection>
  );
}

function toColumns({ store, baseUrl, orders }: OrderWebhookProps): Column<OrderPlatform>[] {
  const { slug, orderWebhooks } = store;
  const findLast = (platform: OrderPlatform) => orders.find((order) => order.platform === platform);
  return [
    { heading: 'Platform', cell: (platform) => platformNames[platform] },
    {
      heading: 'Secret',
      kind: 'tight',
      cell: (platform) =>
        orderWebhooks?.[platform] ? (
          <Status tone="success">Saved</Status>
        ) : (
          <Status tone="neutral">None</Status>
        ),
    },
    {
      heading: 'Last order',
      kind: 'tight',
      cell: (platform) => {
        const last = findLast(platform);
        return last ? <Time at={last.seenAt} /> : 'None';
      },
    },
    {
      heading: 'Address to enter in the shop',
      kind: 'long',
      cell: (platform) => <code>{new URL(`/webhooks/orders/${slug}/${platform}`, baseUrl).href}</code>,
    },
  ];
}
