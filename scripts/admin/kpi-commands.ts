import type { Command } from 'commander';
import { rebuildDays } from '../../shared/kpis/count-day.ts';
import { kpiNames, type RevenueByCurrency } from '../../shared/kpis/counters.ts';
import { toDay } from '../../shared/kpis/kpi-model.ts';
import { readKpis } from '../../shared/kpis/read-kpis.ts';
import { fromMinorUnits } from '../../shared/money.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { dayMs } from '../../shared/time.ts';
import { withDatabase } from './backends.ts';
import { findStore } from './find-store.ts';
import { formatTable, print, withJson } from './output.ts';

interface ShowOptions {
  store: string;
  from: string;
  to: string;
  json?: boolean;
}

/** `kpi show`, `kpi rebuild` */
export function kpiCommands(program: Command): void {
  const kpi = program.command('kpi').description('Key figures of the try-on, by day');
  withJson(kpi.command('show').description('KPIs of a store'))
    .requiredOption('--store <slug>', 'the store')
    .option('--from <day>', 'first day, UTC', toDay(new Date(Date.now() - 29 * dayMs)))
    .option('--to <day>', 'last day, UTC', toDay(new Date()))
    .action(show);
  withJson(
    kpi.command('rebuild').description('count again from the raw events, as far back as they are kept'),
  )
    .option('--store <slug>', 'one store; all when left out')
    .action(rebuild);
}

async function show(options: ShowOptions): Promise<void> {
  const { from, to } = options;
  const kpis = await withDatabase(async (database) =>
    readKpis(database.kpiDays, (await findStore(database, options.store))._id, { from, to }),
  );
  const total = { day: 'total', ...kpis.total };
  print(options, kpis, () =>
    formatTable(
      ['DAY', ...kpiNames.map((name) => name.toUpperCase()), 'CONVERSION', 'REVENUE (OF IT LOOK ITEMS)'],
      [...kpis.days, total].map((row) => [
        row.day,
        ...kpiNames.map((name) => String(row[name])),
        row.conversion === null ? '-' : `${(row.conversion * 100).toFixed(1)} %`,
        revenueText(row.revenue),
      ]),
    ),
  );
}

function revenueText(byCurrency: RevenueByCurrency): string {
  const texts = Object.entries(byCurrency).map(([currency, { revenue, strictRevenue }]) => {
    const [whole, strict] = [revenue, strictRevenue].map((units) => fromMinorUnits(units, currency));
    return `${whole} ${currency} (${strict})`;
  });
  return texts.join(', ') || '-';
}

async function rebuild(options: { store?: string; json?: boolean }): Promise<void> {
  const result = await withDatabase(async (database, config) => {
    const stores = options.store
      ? [await findStore(database, options.store)]
      : await database.stores.find({}, { _id: 1 }).limit(100_000).lean<StoreDoc[]>();
    let days = 0;
    for (const { _id } of stores) days += await rebuildDays(database, _id, config.EVENT_RETENTION_DAYS);
    return { stores: stores.length, days };
  });
  print(options, result, () => `${result.days} days of ${result.stores} stores were counted again.`);
}
