import type { Command } from 'commander';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { createStore } from '../../shared/stores/stores.ts';
import { AdminError, print, table, withJson } from './output.ts';
import { withDatabase } from './stores.ts';

interface CreateOptions {
  slug: string;
  account: string;
  host: string[];
  name?: string;
  json?: boolean;
}

/** `store create`, `store list` */
export function storeCommands(program: Command): void {
  const store = program.command('store').description('Catalog merchants');
  const hosts = (value: string, before: string[]) => [...before, value];
  withJson(store.command('create').description('make a store'))
    .requiredOption('--slug <slug>', 'its subdomain')
    .requiredOption('--account <id>', 'the account that pays for its try-ons')
    .requiredOption('--host <host>', 'a host of its storefront; repeat for more', hosts, [])
    .option('--name <name>', 'what it is called; the slug when left out')
    .action(create);
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

const listed = 1000;

async function list(options: { json?: boolean }): Promise<void> {
  const found = await withDatabase((database) =>
    database.stores.find().sort({ slug: 1 }).limit(listed).lean<StoreDoc[]>(),
  );
  const stores = found.map(({ _id, slug, account, hosts, integration }) => {
    return { storeId: _id, slug, account, hosts, integration: integration.state };
  });
  print(options, { stores }, () =>
    table(
      ['SLUG', 'STORE', 'ACCOUNT', 'INTEGRATION', 'HOSTS'],
      stores.map((row) => [row.slug, row.storeId, row.account, row.integration, row.hosts.join(' ')]),
    ),
  );
}
