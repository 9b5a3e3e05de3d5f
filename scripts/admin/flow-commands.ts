import { readFile, stat } from 'node:fs/promises';
import type { Command } from 'commander';
import { createListing } from '../../shared/catalog/listing/listing.ts';
import type { Database } from '../../shared/database/database.ts';
import type { FlowDoc } from '../../shared/flows/flow-model.ts';
import { flowWarnings } from '../../shared/flows/flow-products.ts';
import { createFlow, deleteFlow, findFlow, listFlows, saveFlow } from '../../shared/flows/flows.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import type { FlowSource, FlowStepView } from '../../shared/try-on/contract.ts';
import { withDatabase } from './backends.ts';
import { findStore } from './find-store.ts';
import { AdminError, formatTable, print, withJson } from './output.ts';

/** `flow create`, `flow list`, `flow show`, `flow delete` */
export function flowCommands(program: Command): void {
  const flow = program.command('flow').description('Guided flows of stores: docs/flows.md');
  withJson(flow.command('create').description('create a flow from a JSON file'))
    .requiredOption('--store <slug>', 'the store')
    .requiredOption('--file <path>', 'the flow, as docs/flows.md describes it')
    .option('--replace', 'replace the flow that has the same id')
    .action(create);
  withJson(flow.command('list').description('list the flows of a store'))
    .requiredOption('--store <slug>', 'the store')
    .action(list);
  withJson(flow.command('show').description('show a flow, and steps without products'))
    .requiredOption('--store <slug>', 'the store')
    .requiredOption('--flow <id>', 'the flow')
    .action(show);
  withJson(flow.command('delete').description('delete a flow'))
    .requiredOption('--store <slug>', 'the store')
    .requiredOption('--flow <id>', 'the flow')
    .action(remove);
}

interface StoreOptions {
  store: string;
  json?: boolean;
}

async function create(options: StoreOptions & { file: string; replace?: boolean }): Promise<void> {
  const input = await readFlowFile(options.file);
  await withDatabase(async (database) => {
    const store = await findStore(database, options.store);
    const flow = options.replace
      ? (await saveFlow(database.flows, store, input)).flow
      : await createFlow(database.flows, store, input);
    await printFlow(options, database, store, flow);
  });
}

async function list(options: StoreOptions): Promise<void> {
  const flows = await withDatabase(async (database) =>
    listFlows(database.flows, await findStore(database, options.store)),
  );
  print(options, { flows: flows.map(shown) }, () =>
    formatTable(
      ['FLOW', 'NAME', 'STEPS'],
      flows.map(({ flowId, name, steps }) => [flowId, name, steps.map((step) => step.name).join(', ')]),
    ),
  );
}

async function show(options: StoreOptions & { flow: string }): Promise<void> {
  await withDatabase(async (database) => {
    const store = await findStore(database, options.store);
    const flow = await findFlow(database.flows, store, options.flow);
    if (!flow) throw new AdminError(`The store has no flow ${options.flow}; see flow list.`);
    await printFlow(options, database, store, flow);
  });
}

async function remove(options: StoreOptions & { flow: string }): Promise<void> {
  await withDatabase(async (database) =>
    deleteFlow(database.flows, await findStore(database, options.store), options.flow),
  );
  print(options, { deleted: options.flow }, () => `Flow ${options.flow} was deleted.`);
}

const maxFileBytes = 32 * 1024;

/** Reads the JSON of a file. @throws AdminError when there is none */
async function readFlowFile(path: string): Promise<unknown> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new AdminError(`There is no file ${path}.`);
  if (found.size > maxFileBytes) throw new AdminError(`${path} is larger than 32 KiB.`);
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new AdminError(`${path} is not valid JSON: ${(error as Error).message}`);
  }
}

async function printFlow(
  options: StoreOptions,
  { products }: Pick<Database, 'products'>,
  store: StoreDoc,
  flow: FlowDoc,
): Promise<void> {
  const warnings = await flowWarnings(createListing({ products, onTooMany: () => undefined }), store, flow);
  print(options, { ...shown(flow), warnings }, () => {
    const steps = flow.steps.map((step) => [step.name, written(step.source), describeItems(step)]);
    const title = `Flow ${flow.flowId} (${flow.name})`;
    return [title, formatTable(['STEP', 'SOURCE', 'ITEMS'], steps), ...warnings].join('\n');
  });
}

function shown({ flowId: id, name, steps, createdAt, updatedAt }: FlowDoc) {
  return { id, name, steps, createdAt, updatedAt };
}

function written(source: FlowSource): string {
  if ('category' in source) return `category ${source.category}`;
  return 'tag' in source ? `tag ${source.tag}` : `products ${source.products.join(', ')}`;
}

function describeItems({ required, minItems, maxItems }: FlowStepView): string {
  const count = minItems === maxItems ? String(minItems) : `${minItems} to ${maxItems}`;
  return required ? count : `${count}, or none`;
}
