import type { Request, Response } from 'express';
import type { AuditEntry } from '../../shared/audit/audit.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { byPerson } from '../identity/audit-origin.ts';
import type { Member } from '../identity/person.ts';
import type { DashboardDependencies } from './dashboard-dependencies.ts';

/** A request of someone who may change the store. */
export interface StoreCall {
  req: Request;
  res: Response;
  person: Member;
  store: StoreDoc;
}

export type Change = Pick<AuditEntry, 'action' | 'before' | 'after'>;

/** Records a change of the store in the audit log. */
export async function recordChange(
  { audit }: Pick<DashboardDependencies, 'audit'>,
  call: StoreCall,
  change: Change,
) {
  const { _id: id, slug: name } = call.store;
  await audit({ ...byPerson(call), subject: { kind: 'store', id, name }, ...change });
}
