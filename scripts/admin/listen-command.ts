import type { Command } from 'commander';
import { loadSecretBox } from '../../shared/secrets/load-secret-box.ts';
import { openWebhookSecrets, readWebhook, saveWebhook } from '../../shared/webhooks/webhook-settings.ts';
import { withDatabase } from './backends.ts';
import { type Forwarded, forwardWebhooks } from './listen/forward-webhooks.ts';
import { AdminError, print, withJson } from './output.ts';
import { withInterrupts } from './with-interrupts.ts';

/** `listen` */
export function listenCommand(program: Command): void {
  const listening = program.command('listen');
  withJson(listening.description('forward the webhooks of an account to this machine, until Ctrl-C'))
    .requiredOption('--account <id>', 'the account')
    .requiredOption('--to <url>', 'where to, such as http://localhost:4000/webhook')
    .action(listen);
}

interface ListenOptions {
  account: string;
  to: string;
  json?: boolean;
}

async function listen(options: ListenOptions): Promise<void> {
  const { account, to } = options;
  if (!URL.canParse(to) || !/^https?:$/.test(new URL(to).protocol))
    throw new AdminError('--to must be an http(s) URL such as http://localhost:4000/webhook.');
  await withDatabase(async ({ accounts, renders }, config) => {
    const box = await loadSecretBox(config);
    const { secret } = await saveWebhook(accounts, box, account, undefined);
    const secrets = openWebhookSecrets(box, account, (await readWebhook(accounts, account))!);
    print(options, { account, to, ...(secret ? { secret } : {}) }, () =>
      [
        ...(secret ? [`Signing secret, shown only now:\n${secret}`] : []),
        `Renders of ${account} that end from now on are reported to ${to}. Ctrl-C ends it.`,
      ].join('\n'),
    );
    const report = (forwarded: Forwarded) => print(options, forwarded, () => toLine(forwarded));
    const forwarding = { renders, account, to, secrets, baseUrl: config.BASE_URL, report };
    await withInterrupts((signal) => forwardWebhooks(forwarding, signal));
  });
}

const toLine = ({ at, type, renderId, status, error }: Forwarded): string =>
  `${at}  ${type}  ${renderId}  ${status ?? `no response: ${error}`}`;
