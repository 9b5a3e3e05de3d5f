import type { Command } from 'commander';
import { createBlobStorage } from '../../shared/blobs/create-blob-storage.ts';
import { deleteUnusedAssets } from '../../shared/catalog/unused-assets.ts';
import { orderPlatforms } from '../../shared/orders/order-update.ts';
import { saveOrderWebhook } from '../../shared/orders/order-webhooks.ts';
import { loadSecretBox } from '../../shared/secrets/load-secret-box.ts';
import { deleteStore } from '../../shared/stores/delete-store.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { createStore, updateStore } from '../../shared/stores/stores.ts';
import { withDatabase } from './backends.ts';
import { AdminError, formatTable, print, withJson } from './output.ts';
import { storeOf } from './store-of.ts';

interface CreateOptions {
  slug: string;
  account: string;
  host: string[];
  name?: string;
  json?: boolean;
}

/** `store create`, `store update`, `store delete`, `store order-webhook`, `store list` */
export function storeCommands(program: Command): void {
  const store = program.command('store').description('Catalog merchants');
  const hosts = (value: string, before: string[]) => [...before, value];
  withJson(store.command('create').description('make a store'))
    .requiredOption('--slug <slug>', 'its subdomain')
    .requiredOption('--account <id>', 'the account that pays for its try-ons')
    .requiredOption('--host <host>', 'a host of its storefront; repeat for more', hosts, [])
    .option('--name <name>', 'what it is called; the slug when left out')
    .action(create);
  withJson(store.command('update').description('change hosts, name or settings'))
    .requiredOption('--store <slug>', 'the store')
    .option('--host <host>', 'a host of its storefront, repeat for more; replaces all', hosts, [])
    .option('--name <name>', 'what it is called')
    .option('--sharing <on|off>', 'share links; without them only images are shared')
    .action(update);
  withJson(store.command('delete').description('delete a store and everything that is kept of it'))
    .requiredOption('--store <slug>', 'the store')
    .requiredOption('--confirm <slug>', 'the same slug again: this cannot be undone')
    .action(remove);
  withJson(store.command('order-webhook').description('configure the order webhook of a shop platform'))
    .requiredOption('--store <slug>', 'the store')
    .requiredOption('--platform <name>', orderPlatforms.join(', '))
    .option('--secret <secret>', 'what the platform signs with; left out, one is made where possible')
    .action(orderWebhook);
  withJson(store.command('list').description('list stores')).action(list);
}

async function create(options: CreateOptions): Promise<void> {
  const { slug, account, host, name } = options;
  const store = await withDatabase(async (database) => {
    if (!(await database.accounts.exists({ _id: account }))) {
      throw new AdminError(`There is no account ${account}; see account list.`);
    }
    return createStore(database.stores, { slug, account, hosts: host, ...(name ? { name } : {}) });
  });
  print(options, { storeId: store._id, slug, hosts: store.hosts }, () => {
    return `Store ${slug} (${store._id}) with ${store.hosts.join(', ')}.`;
  });
}

interface UpdateOptions {
  store: string;
  host: string[];
  name?: string;
  sharing?: string;
  json?: boolean;
}

async function update(options: UpdateOptions): Promise<void> {
  const { store: slug, host, name, sharing } = options;
  if (sharing !== undefined && sharing !== 'on' && sharing !== 'off') {
    throw new AdminError('--sharing must be on or off.');
  }
  const change = {
    ...(host.length > 0 ? { hosts: host } : {}),
    ...(name === undefined ? {} : { name }),
    ...(sharing === undefined ? {} : { sharingEnabled: sharing === 'on' }),
  };
  if (Object.keys(change).length === 0) {
    throw new AdminError('Nothing to change: give --host, --name or --sharing.');
  }
  const store = await withDatabase((database) => updateStore(database.stores, slug, change));
  const { hosts, settings } = store;
  print(options, { storeId: store._id, slug, name: store.name, hosts, settings }, () => {
    const links = settings.sharingEnabled ? 'with' : 'without';
    return `Store ${slug} (${store.name}) with ${hosts.join(', ')}, ${links} share links.`;
  });
}

async function remove(options: { store: string; confirm: string; json?: boolean }): Promise<void> {
  if (options.confirm !== options.store) {
    throw new AdminError('--confirm must be the slug of the store again; nothing was deleted.');
  }
  const images = await withDatabase(async (database, config) => {
    const store = await storeOf(database, options.store);
    await deleteStore(database, store);
    const blobs = createBlobStorage(config);
    try {
      return await deleteUnusedAssets({ database, blobs }, { store: store._id, before: new Date() });
    } finally {
      await blobs.close();
    }
  });
  print(options, { deleted: options.store, images }, () => {
    return `Store ${options.store} was deleted, with ${images} images of its catalog.`;
  });
}

interface OrderWebhookOptions {
  store: string;
  platform: string;
  secret?: string;
  json?: boolean;
}

async function orderWebhook(options: OrderWebhookOptions): Promise<void> {
  const { platform, secret } = options;
  const saved = await withDatabase(async (database, config) => {
    const store = await storeOf(database, options.store);
    const box = await loadSecretBox(config);
    const settings = { platform, ...(secret === undefined ? {} : { secret }) };
    const { path, ...made } = await saveOrderWebhook(database.stores, box, store, settings);
    return { url: new URL(path, config.BASE_URL).href, ...made };
  });
  print(options, { store: options.store, platform, ...saved }, () => {
    return saved.secret ? `${saved.url}\nSecret, shown only now:\n${saved.secret}` : saved.url;
  });
}

const listed = 1000;

async function list(options: { json?: boolean }): Promise<void> {
  const found = await withDatabase((database) =>
    database.stores.find().sort({ slug: 1 }).limit(listed).lean<StoreDoc[]>(),
  );
  const stores = found.map(({ _id, slug, account, hosts, integration }) => {
    return { storeId: _id, slug, account, hosts, integration: integration.state };
  });
  print(options, { stores }, () =>
    formatTable(
      ['SLUG', 'STORE', 'ACCOUNT', 'INTEGRATION', 'HOSTS'],
      stores.map((row) => [row.slug, row.storeId, row.account, row.integration, row.hosts.join(' ')]),
    ),
  );
}
