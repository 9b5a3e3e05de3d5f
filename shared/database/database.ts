import { setTimeout } from 'node:timers/promises';
import mongoose, { type Connection } from 'mongoose';
import { type AccountModel, accountModel } from '../accounts/account-model.ts';
import { type ProductModel, productModel } from '../catalog/product-model.ts';
import { type LedgerModel, ledgerModel } from '../credits/ledger-model.ts';
import { type DeliveryLogModel, deliveryLogModel } from '../deliveries/delivery-model.ts';
import { type EventModel, eventModel } from '../events/event-model.ts';
import { type ApiKeyModel, apiKeyModel } from '../keys/key-model.ts';
import { type KpiDayModel, kpiDayModel } from '../kpis/kpi-model.ts';
import type { Logger } from '../log.ts';
import { type OrderDeliveryModel, orderDeliveryModel } from '../orders/order-delivery-model.ts';
import { type OrderModel, orderModel } from '../orders/order-model.ts';
import { type RenderModel, renderModel } from '../renders/render-model.ts';
import { type StoreModel, storeModel } from '../stores/store-model.ts';
import { watchConnections } from './connection-watch.ts';

export interface Database {
  connection: Connection;
  accounts: AccountModel;
  keys: ApiKeyModel;
  renders: RenderModel;
  ledger: LedgerModel;
  stores: StoreModel;
  products: ProductModel;
  events: EventModel;
  deliveries: DeliveryLogModel;
  kpiDays: KpiDayModel;
  orders: OrderModel;
  orderDeliveries: OrderDeliveryModel;
  /** Creates missing indexes; several processes may do so concurrently. */
  ensureIndexes(): Promise<void>;
  /** Rejects when the database does not respond within `timeoutMs`. */
  ping(timeoutMs: number): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  uri: string;
  log: Logger;
  name?: string;
  poolSize?: number;
  /**
   * How long a command waits for a reachable server: short in the API, whose callers must receive 503 within
   * a second; longer in a worker, which must save a result.
   */
  selectionMs: number;
}

const firstConnectionMs = 15_000;

async function connect(connection: Connection, options: DatabaseOptions): Promise<void> {
  const until = Date.now() + firstConnectionMs;
  for (;;) {
    try {
      await connection.openUri(options.uri, {
        serverSelectionTimeoutMS: options.selectionMs,
        connectTimeoutMS: 3000,
        socketTimeoutMS: 20_000,
        waitQueueTimeoutMS: 3000,
        appName: options.name ?? 'render-platform',
        maxPoolSize: options.poolSize ?? 50,
        writeConcern: { w: 'majority', journal: true },
        autoCreate: false,
        autoIndex: false,
        // As mongoose does for its own calls: without it the driver would write `undefined` as null.
        ignoreUndefined: true,
      });
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await setTimeout(100);
    }
  }
}

/** Connects, waiting up to 15 s for the database to come up; afterwards the driver reconnects by itself. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const connection = mongoose.createConnection();
  connection.set('bufferCommands', false);
  connection.on('error', (error: Error) => options.log.warn({ err: error }, 'database connection'));
  await connect(connection, options);
  const watch = watchConnections(connection.getClient());
  const models = {
    accounts: accountModel(connection),
    keys: apiKeyModel(connection),
    renders: renderModel(connection),
    ledger: ledgerModel(connection),
    stores: storeModel(connection),
    products: productModel(connection),
    events: eventModel(connection),
    deliveries: deliveryLogModel(connection),
    kpiDays: kpiDayModel(connection),
    orders: orderModel(connection),
    orderDeliveries: orderDeliveryModel(connection),
  };
  return {
    connection,
    ...models,
    ensureIndexes: async () => {
      for (const model of Object.values(models)) await model.createIndexes();
    },
    ping: async (timeoutMs) => {
      await connection.db!.command({ ping: 1 }, { timeoutMS: timeoutMs });
    },
    close: async () => {
      watch.close();
      await connection.close();
    },
  };
}
