import type { Command } from 'commander';
import { createBlobStorage } from '../../shared/blobs/create-blob-storage.ts';
import { importsPrefix } from '../../shared/catalog/import/import-model.ts';
import { deleteUnusedAssets } from '../../shared/catalog/unused-assets.ts';
import { deleteStore } from '../../shared/database/delete-store.ts';
import { orderPlatforms } from '../../shared/orders/order-update.ts';
import { saveOrderWebhook } from '../../shared/orders/order-webhooks.ts';
import { loadSecretBox } from '../../shared/secrets/load-secret-box.ts';
import { storeImagesPrefix } from '../../shared/stores/store-images.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { createStore } from '../../shared/stores/stores.ts';
import { photosPrefix } from '../../shared/try-on/photo-model.ts';
import { looksPrefix } from '../../shared/try-on/shared-look-model.ts';
import { withDatabase } from './backends.ts';
import { findStore } from './find-store.ts';
import { AdminError, formatTable, print, withJson } from './output.ts';
import { photoCommands } from './store-photo-commands.ts';
import { hostOption, settingsCommands } from './store-settings-commands.ts';
import { showCommand } from './store-show-command.ts';
import { snippetCommand } from './store-snippet-command.ts';

interface CreateOptions {
  slug: string;
  account: string;
  host: string[];
  name?: string;
  json?: boolean;
}

/** `store create`, `store delete`, `store order-webhook`, `store list`, and those of its settings and photos */
export function storeCommands(program: Command): void {
  const store = program.command('store').description('Catalog merchants');
  withJson(store.command('create').description('make a store'))
    .requiredOption('--slug <slug>', 'its subdomain')
    .requiredOption('--account <id>', 'the account that pays for its try-ons')
    .requiredOption('--host <host>', 'a host of its storefront; can be given several times', hostOption, [])
    .option('--name <name>', 'what it is called; the slug when left out')
    .action(create);
  settingsCommands(store);
  photoCommands(store);
  snippetCommand(store);
  showCommand(store);
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

async function remove(options: { store: string; confirm: string; json?: boolean }): Promise<void> {
  if (options.confirm !== options.store) {
    throw new AdminError('--confirm must be the slug of the store again; nothing was deleted.');
  }
  const images = await withDatabase(async (database, config) => {
    const store = await findStore(database, options.store);
    await deleteStore(database, store);
    const blobs = createBlobStorage(config);
    try {
      await Promise.all(
        [photosPrefix, storeImagesPrefix, looksPrefix, importsPrefix].map((prefix) =>
          blobs.deletePrefix(prefix(store._id)),
        ),
      );
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
    const store = await findStore(database, options.store);
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
