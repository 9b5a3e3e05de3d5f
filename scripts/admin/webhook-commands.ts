import type { Command } from 'commander';
import type { Database } from '../../shared/database/database.ts';
import { listDeliveries } from '../../shared/deliveries/list-deliveries.ts';
import { callerAllowList } from '../../shared/outbound/allow-lists.ts';
import { createOutbound, type Outbound, OutboundRefused } from '../../shared/outbound/outbound.ts';
import { loadSecretBox } from '../../shared/secrets/load-secret-box.ts';
import { replayWebhook } from '../../shared/webhooks/replay-webhook.ts';
import { sendTestWebhook, testTypes } from '../../shared/webhooks/test-webhook.ts';
import { readWebhook, rotateWebhookSecret, saveWebhook } from '../../shared/webhooks/webhook-settings.ts';
import { withDatabase } from './backends.ts';
import { AdminError, formatTable, print, withJson } from './output.ts';

interface AccountOptions {
  account: string;
  json?: boolean;
}

/** `account webhook set|show|rotate|test|deliveries|replay` */
export function webhookCommands(account: Command): void {
  const webhook = account
    .command('webhook')
    .description('Calls to a server of the account after each render');
  const verb = (name: string, description: string) =>
    withJson(webhook.command(name).description(description)).requiredOption('--account <id>', 'the account');
  verb('set', 'set the URL; the first time, a signing secret is generated')
    .option('--url <url>', 'https URL that is called for every render of this account')
    .option('--no-url', 'call only the URLs that requests name in X-Webhook-Url')
    .action(set);
  verb('show', 'URL, and how long a replaced secret stays valid').action(show);
  verb('rotate', 'replace the signing secret; the former one stays valid for a day').action(rotate);
  verb('test', 'send a test message to the URL')
    .option('--event <type>', `which: ${testTypes.join(', ')}`, 'webhook.test')
    .action(test);
  verb('deliveries', 'the last 50 attempts, newest first').action(deliveries);
  verb('replay', 'send the webhook of an ended render again')
    .requiredOption('--render <id>', 'the render')
    .action(replay);
}

interface SetOptions extends AccountOptions {
  /** `false` after `--no-url`. */
  url?: string | false;
}

async function set(options: SetOptions): Promise<void> {
  const { account } = options;
  const url = options.url === false ? null : options.url;
  const { saved, image, current } = await withDatabase(async (database, config) => {
    if (url) await withOutbound(callerAllowList(config), (outbound) => assertPublic(outbound, url));
    const made = await saveWebhook(database.accounts, await loadSecretBox(config), account, url);
    const webhook = await readWebhook(database.accounts, account);
    const links = `${config.BASE_URL}/visualize/{id}/image`;
    return { saved: made, image: links, current: webhook?.url ?? null };
  });
  print(options, { account, url: current, image, ...saved }, () =>
    [
      `Webhook URL: ${current ?? 'none; only those of X-Webhook-Url'}.`,
      `Images are linked as ${image}.`,
      ...(saved.secret ? [`Signing secret, shown only now:\n${saved.secret}`] : []),
    ].join('\n'),
  );
}

async function assertPublic(outbound: Outbound, url: string): Promise<void> {
  try {
    await outbound.assertResolves(url);
  } catch (error) {
    throw error instanceof OutboundRefused ? new AdminError(`--url ${error.message}.`) : error;
  }
}

async function withOutbound<Result>(
  allow: string[],
  work: (outbound: Outbound) => Promise<Result>,
): Promise<Result> {
  const outbound = createOutbound({ allow });
  try {
    return await work(outbound);
  } finally {
    await outbound.close();
  }
}

async function show(options: AccountOptions): Promise<void> {
  const webhook = await withDatabase(({ accounts }) => readWebhook(accounts, options.account));
  const previousUntil = webhook?.previousUntil ?? null;
  const view = { url: webhook?.url ?? null, hasSecret: webhook !== undefined, previousUntil };
  print(options, view, () =>
    [
      `Webhook URL: ${view.url ?? 'none'}. Signing secret: ${view.hasSecret ? 'saved' : 'none'}.`,
      ...(previousUntil ? [`The former secret is valid until ${previousUntil.toISOString()}.`] : []),
    ].join('\n'),
  );
}

async function rotate(options: AccountOptions): Promise<void> {
  const { account } = options;
  const rotated = await withDatabase(async ({ accounts }, config) =>
    rotateWebhookSecret(accounts, await loadSecretBox(config), account),
  );
  print(options, { account, ...rotated }, () => {
    const until = rotated.previousUntil.toISOString();
    return `Signing secret, shown only now:\n${rotated.secret}\nCalls carry a signature of the former one too until ${until}.`;
  });
}

async function test(options: AccountOptions & { event: string }): Promise<void> {
  const type = testTypes.find((each) => each === options.event);
  if (!type) throw new AdminError(`--event must be one of ${testTypes.join(', ')}.`);
  const result = await withDatabase(async (database: Database, config) => {
    const box = await loadSecretBox(config);
    const { accounts, deliveries: log } = database;
    return withOutbound(callerAllowList(config), (outbound) =>
      sendTestWebhook(
        { accounts, deliveries: log, outbound, box, baseUrl: config.BASE_URL },
        options.account,
        type,
      ),
    );
  });
  const { delivered, status, ms, answer } = result;
  const response = `${status === undefined ? answer : `status ${status}`} after ${ms} ms`;
  if (delivered || options.json) print(options, result, () => `Delivered: ${response}`);
  if (!delivered) throw new AdminError(`Not delivered: ${response}`, 2);
}

async function deliveries(options: AccountOptions): Promise<void> {
  const listed = await withDatabase(async (database) => {
    await readWebhook(database.accounts, options.account);
    return listDeliveries(database.deliveries, options.account);
  });
  const shown = listed.map(({ event, eventId: _, ...delivery }) => ({ renderId: event, ...delivery }));
  print(options, { deliveries: shown }, () =>
    formatTable(
      ['AT', 'RENDER', 'TYPE', 'ATTEMPT', 'OUTCOME', 'STATUS', 'MS'],
      shown.map(({ at, renderId, name, attempt, outcome, status, error, ms }) => [
        ...[at.toISOString(), renderId, name, String(attempt), outcome],
        ...[String(status ?? error ?? ''), String(ms)],
      ]),
    ),
  );
}

async function replay(options: AccountOptions & { render: string }): Promise<void> {
  const { account, render } = options;
  await withDatabase((database) => replayWebhook(database, account, render));
  print(options, { account, render, replayed: true }, () => {
    return `The webhook of ${render} is sent again; see account webhook deliveries.`;
  });
}
