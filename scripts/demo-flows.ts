import { readFile } from 'node:fs/promises';
import type { Database } from '../shared/database/database.ts';
import { createFlow, listFlows } from '../shared/flows/flows.ts';
import { demoFlows } from './platform/demo-store.ts';

const folder = new URL('../examples/flows/', import.meta.url);

/** Creates the flows of examples/flows in the demo store, unless it has flows already. */
export async function addDemoFlows({ flows }: Pick<Database, 'flows'>, storeId: string): Promise<void> {
  const store = { _id: storeId };
  if ((await listFlows(flows, store)).length > 0) return;
  for (const id of Object.values(demoFlows)) {
    await createFlow(flows, store, JSON.parse(await readFile(new URL(`${id}.json`, folder), 'utf8')));
  }
}
