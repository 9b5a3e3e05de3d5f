import type { Database } from '../../shared/database/database.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { getSettings } from '../../shared/stores/store-settings.ts';
import type { TryOnReason } from '../../shared/try-on/contract.ts';
import { readPayingAccount } from '../credits/paying-account.ts';
import type { CapSubject } from './cap-counters.ts';
import { capReason } from './cap-refusal.ts';
import type { DailyCaps } from './caps.ts';

/** Returns the reason why this visitor of a store can start no render now; null when one can start. */
export async function whyPaused(
  { database, caps }: { database: Pick<Database, 'accounts'>; caps: DailyCaps },
  store: StoreDoc,
  subject: CapSubject,
): Promise<TryOnReason | null> {
  const account = await readPayingAccount(database, store.account);
  if (!account || account.suspended) return 'unavailable';
  if (account.credits.available < 1) return 'insufficient_credits';
  const reached = await caps.reached(subject, getSettings(store).caps);
  return reached ? capReason[reached] : null;
}
