import type { Command } from 'commander';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { type RenderState, renderStates } from '../../shared/renders/states.ts';
import { withDatabase } from './backends.ts';
import { AdminError, formatTable, print, wholeNumber, withJson } from './output.ts';
import { renderImage } from './render/render-image.ts';

interface ListOptions {
  account?: string;
  state?: string;
  limit: string;
  json?: boolean;
}

const exitCodes = `
Exit codes:
  0    the image is saved
  1    a file cannot be read or written, or another error
  2    the command or the request is wrong (400, 409, 422)
  3    the key is not accepted, or the account has no credits (401, 402, 403)
  4    the API cannot be reached, or it may succeed later (408, 429, 500 to 504), after all retries
  130  Ctrl-C`;

/** `render`, `render show`, `render list` */
export function renderCommands(program: Command): void {
  const render = program
    .command('render')
    .description('Render an image, and see renders and what became of them')
    .addHelpText('after', exitCodes);
  renderImage(render);
  withJson(render.command('show').description('show one render'))
    .argument('<id>', 'its id, or the X-Request-Id of its call')
    .action(show);
  withJson(render.command('list').description('the newest renders'))
    .option('--account <id>', 'of one account')
    .option('--state <state>', `in one state: ${renderStates.join(', ')}`)
    .option('--limit <n>', 'maximum number', '50')
    .action(list);
}

async function show(id: string, options: { json?: boolean }): Promise<void> {
  const found = await withDatabase(
    async ({ renders }) =>
      (await renders.findById(id).lean<RenderDoc>()) ??
      (await renders.findOne({ requestId: id }).sort({ createdAt: -1, _id: -1 }).lean<RenderDoc>()),
  );
  if (!found) {
    throw new AdminError(`There is no render ${id}, and none of that request; records are kept for 90 days.`);
  }
  print(options, found, () => JSON.stringify(found, undefined, 2));
}

function isState(state: string): state is RenderState {
  return (renderStates as readonly string[]).includes(state);
}

async function list({ account, state, ...options }: ListOptions): Promise<void> {
  if (state !== undefined && !isState(state)) {
    throw new AdminError(`--state must be one of ${renderStates.join(', ')}.`);
  }
  const limit = wholeNumber('--limit', options.limit, 1, 1000);
  const filter = { ...(account ? { account } : {}), ...(state ? { state } : {}) };
  const renders = await withDatabase((database) =>
    database.renders.find(filter).sort({ createdAt: -1, _id: -1 }).limit(limit).lean<RenderDoc[]>(),
  );
  const rows = renders.map(({ _id, requestId, ...doc }) => ({
    renderId: _id,
    requestId,
    account: doc.account,
    mode: doc.mode,
    state: doc.state,
    createdAt: doc.createdAt,
    endedAt: doc.endedAt ?? null,
    provider: doc.result?.provider ?? null,
    failure: doc.failure?.code ?? null,
  }));
  print(options, { renders: rows }, () =>
    formatTable(
      ['RENDER', 'ACCOUNT', 'MODE', 'STATE', 'CREATED', 'SECONDS', 'PROVIDER', 'FAILURE', 'REQUEST'],
      rows.map((row) => [
        row.renderId,
        row.account,
        row.mode,
        row.state,
        row.createdAt.toISOString(),
        row.endedAt ? ((row.endedAt.getTime() - row.createdAt.getTime()) / 1000).toFixed(1) : '-',
        row.provider ?? '-',
        row.failure ?? '-',
        row.requestId,
      ]),
    ),
  );
}
