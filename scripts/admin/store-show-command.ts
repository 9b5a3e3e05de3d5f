import type { Command } from 'commander';
import type { CapName } from '../../api/try-on/cap-counters.ts';
import { createDailyCaps } from '../../api/try-on/caps.ts';
import { whyPaused } from '../../api/try-on/why-paused.ts';
import type { AccountDoc } from '../../shared/accounts/account-model.ts';
import type { Config } from '../../shared/config/variables.ts';
import type { Database } from '../../shared/database/database.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { getSettings } from '../../shared/stores/store-settings.ts';
import type { TryOnReason } from '../../shared/try-on/contract.ts';
import { withDatabase } from './backends.ts';
import { findStore } from './find-store.ts';
import { print, withJson } from './output.ts';
import { withRedis } from './redis.ts';

/** `store show` */
export function showCommand(store: Command): void {
  withJson(
    store.command('show').description('show a store, its caps of today and whether shoppers can start'),
  )
    .requiredOption('--store <slug>', 'the store')
    .action(show);
}

interface TryOnsToday {
  /** Since 00:00 UTC: those that were charged or may still be. */
  today: number;
  /** Number refused today by each cap. */
  refused: Partial<Record<CapName, number>>;
  /** Reason why a shopper without a try-on today can start no render now; null when one can start. */
  paused: TryOnReason | null;
}

async function show(options: { store: string; json?: boolean }): Promise<void> {
  const { store, credits, tryOns } = await withDatabase(async (database, config) => {
    const found = await findStore(database, options.store);
    const account = await database.accounts.findById(found.account).lean<AccountDoc>();
    return {
      store: found,
      credits: account?.credits ?? null,
      tryOns: await countTryOns(database, config, found),
    };
  });
  const { _id: storeId, slug, name, hosts, account } = store;
  const settings = getSettings(store);
  print(options, { storeId, slug, name, hosts, account, credits, tryOns, settings }, () =>
    [
      `Store ${slug} (${name}) with ${hosts.join(', ')}.`,
      `Account ${account}: ${credits ? `${credits.available} credits available, ${credits.held} held` : 'missing'}.`,
      `Try-ons today (UTC): ${tryOns.today} of ${settings.caps.perStore}.`,
      `Refused today: ${refusalsText(tryOns.refused)}.`,
      `Shoppers can start one now: ${tryOns.paused ? `no, ${tryOns.paused}` : 'yes'}.`,
      JSON.stringify(settings, undefined, 2),
    ].join('\n'),
  );
}

const refusalsText = (refused: TryOnsToday['refused']): string =>
  Object.entries(refused)
    .map(([cap, count]) => `${count} by ${cap}`)
    .join(', ') || 'none';

/** No visitor and no address have these names, so only what concerns every shopper counts. */
const newShopper = { visitor: 'new', address: 'new', returning: false };

function countTryOns(database: Database, config: Config, store: StoreDoc): Promise<TryOnsToday> {
  return withRedis(config, async (connection) => {
    const caps = createDailyCaps({ connection, prefix: config.QUEUE_PREFIX, renders: database.renders });
    return {
      today: await caps.getCount(store._id),
      refused: await caps.getRefusals(store._id),
      paused: await whyPaused({ database, caps }, store, { store: store._id, ...newShopper }),
    };
  });
}
