import type { Command } from 'commander';
import { ApiError } from '../../shared/errors.ts';
import {
  type IntegrationView,
  integrationView,
  pauseIntegration,
  resealWriteKeys,
  resumeIntegration,
  saveIntegration,
} from '../../shared/integrations/integrations.ts';
import { resealOrderSecrets } from '../../shared/orders/order-webhooks.ts';
import { callerAllowList } from '../../shared/outbound/allow-lists.ts';
import { createOutbound, OutboundRefused, type RefusalReason } from '../../shared/outbound/outbound.ts';
import { loadSecretBox } from '../../shared/secrets/load-secret-box.ts';
import { resealWebhookSecrets } from '../../shared/webhooks/webhook-settings.ts';
import { withDatabase } from './backends.ts';
import { findStore } from './find-store.ts';
import { print, withJson } from './output.ts';

interface StoreOptions {
  store: string;
  json?: boolean;
}

interface SetOptions extends StoreOptions {
  endpoint: string;
  writeKey?: string;
}

/** `integration set|show|pause|resume|reseal` */
export function integrationCommands(program: Command): void {
  const integration = program.command('integration').description('Analytics endpoints of stores');
  withJson(integration.command('set').description('save an endpoint, which connects it'))
    .requiredOption('--store <slug>', 'the store')
    .requiredOption('--endpoint <url>', 'base URL; /v1/track is added')
    .option('--write-key <key>', 'empty: none; left out: the saved one stays')
    .action(set);
  withJson(integration.command('show').description('state and settings, the write key masked'))
    .requiredOption('--store <slug>', 'the store')
    .action(show);
  withJson(integration.command('pause').description('stop forwarding events; they are saved meanwhile'))
    .requiredOption('--store <slug>', 'the store')
    .action((options: StoreOptions) => change(options, pauseIntegration));
  withJson(integration.command('resume').description('forward events again with the saved settings'))
    .requiredOption('--store <slug>', 'the store')
    .action((options: StoreOptions) => change(options, resumeIntegration));
  withJson(
    integration
      .command('reseal')
      .description('seal every write key, order secret and webhook secret with the first key of SECRETS_KEY'),
  ).action(reseal);
}

async function set(options: SetOptions): Promise<void> {
  const { endpoint, writeKey } = options;
  const view = await withDatabase(async (database, config) => {
    const store = await findStore(database, options.store);
    const secrets = await loadSecretBox(config);
    const outbound = createOutbound({ allow: callerAllowList(config) });
    try {
      const dependencies = { stores: database.stores, outbound, secrets };
      const settings = { endpoint, ...(writeKey === undefined ? {} : { writeKey }) };
      return integrationView(await saveIntegration(dependencies, store, settings).catch(explainAllowList));
    } finally {
      await outbound.close();
    }
  });
  print(options, view, () => describe(view));
}

/** Refusals that an entry of OUTBOUND_ALLOW lifts. */
const lifted = new Set<RefusalReason>(['scheme', 'port', 'address', 'dns']);

/** Adds how to save an endpoint on the operator's own network, which is refused like any other private one. */
function explainAllowList(error: unknown): never {
  if (!(error instanceof ApiError) || !(error.cause instanceof OutboundRefused)) throw error;
  if (!lifted.has(error.cause.reason)) throw error;
  const remedy =
    'If it is on your own network, set OUTBOUND_ALLOW to its host:port, here and for the workers.';
  throw new ApiError(error.code, `${error.message} ${remedy}`, error.detail);
}

async function change(options: StoreOptions, make: typeof pauseIntegration): Promise<void> {
  const view = await withDatabase(async (database) =>
    integrationView(await make(database.stores, (await findStore(database, options.store))._id)),
  );
  print(options, view, () => describe(view));
}

async function show(options: StoreOptions): Promise<void> {
  const view = await withDatabase(async (database) =>
    integrationView(await findStore(database, options.store)),
  );
  print(options, view, () => describe(view));
}

function describe({ state, endpoint, writeKey, reason }: IntegrationView): string {
  const target = endpoint
    ? ` to ${endpoint} ${writeKey ? `with write key ${writeKey}` : 'without a key'}`
    : '';
  return `${state}${target}.${reason ? ` ${reason}` : ''}`;
}

async function reseal(options: { json?: boolean }): Promise<void> {
  const resealed = await withDatabase(async ({ stores, accounts }, config) => {
    const secrets = await loadSecretBox(config);
    return (
      (await resealWriteKeys(stores, secrets)) +
      (await resealOrderSecrets(stores, secrets)) +
      (await resealWebhookSecrets(accounts, secrets))
    );
  });
  print(options, { resealed }, () => `${resealed} secrets were sealed again.`);
}
