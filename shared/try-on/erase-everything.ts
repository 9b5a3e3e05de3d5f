import type { Database } from '../database/database.ts';
import { eraseVisitor } from '../events/erase-visitor.ts';
import { type ErasedTryOns, eraseTryOns } from './erase-try-ons.ts';

/** Deleted documents, and those that no longer name the visitor. */
export interface Erased extends ErasedTryOns {
  events: number;
  orders: number;
}

type ErasingDependencies = Parameters<typeof eraseTryOns>[0] & { database: Database };

/** Deletes everything that is kept of one visitor of one store, by the id that analytics know. Idempotent. */
export async function eraseEverything(
  dependencies: ErasingDependencies,
  store: string,
  visitor: string,
): Promise<Erased> {
  const tryOns = await eraseTryOns(dependencies, store, visitor);
  return { ...(await eraseVisitor(dependencies.database, store, visitor)), ...tryOns };
}
