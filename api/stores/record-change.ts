import type { Request, Response } from 'express';
import type { Audit, AuditEntry } from '../../shared/audit/audit.ts';
import type { ApiKeyDoc } from '../../shared/keys/key-model.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { getSettings } from '../../shared/stores/store-settings.ts';
import { byKey, byPerson } from '../identity/audit-origin.ts';
import type { Person } from '../identity/person.ts';

/** Whoever may change a store: a person, or a key of its account. */
type Caller = { req: Request; res: Response; store: StoreDoc } & ({ person: Person } | { key: ApiKeyDoc });

export type Change = Pick<AuditEntry, 'action' | 'before' | 'after'>;

/** Records a change of a store in the audit log. */
export async function recordChange({ audit }: { audit: Audit }, call: Caller, change: Change): Promise<void> {
  const { _id: id, slug: name } = call.store;
  const origin = 'key' in call ? byKey(call) : byPerson(call);
  await audit({ ...origin, subject: { kind: 'store', id, name }, ...change });
}

/** Returns the settings of a store as the audit log has them: without the token of the checkout. */
export function toRecorded({ name, ...store }: Pick<StoreDoc, 'name' | 'settings'>): Record<string, unknown> {
  const { checkout, ...settings } = getSettings(store);
  const { storefrontToken: _, ...recorded } = { storefrontToken: undefined, ...checkout };
  return { name, ...settings, checkout: checkout && recorded };
}
