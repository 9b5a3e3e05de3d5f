import { type StoreChange, updateStore } from '../../shared/stores/stores.ts';
import type { FormErrors } from '../http/form.ts';
import { recordChange, toRecorded } from '../stores/record-change.ts';
import type { DashboardDependencies } from './dashboard-dependencies.ts';
import { toFormErrors } from './form-errors.ts';
import type { StoreCall } from './store-call.ts';

interface FormChange {
  /** As the audit log names it. */
  action: string;
  change: StoreChange;
  /** Of the fields, by which mistakes name them. */
  labels: Readonly<Record<string, string>>;
}

/** Saves what a form changes of the store, and records it; returns the mistakes of the form if there are any. */
export async function saveStore(
  dependencies: Pick<DashboardDependencies, 'stores' | 'audit'>,
  call: StoreCall,
  { action, change, labels }: FormChange,
): Promise<FormErrors | undefined> {
  const { saved, errors } = await updateStore(dependencies.stores, call.store.slug, change).then(
    (store) => ({ saved: store, errors: undefined }),
    (error: unknown) => ({ saved: undefined, errors: toFormErrors(error, labels) }),
  );
  if (!saved) return errors;
  await recordChange(dependencies, call, {
    action,
    before: toRecorded(call.store),
    after: toRecorded(saved),
  });
  return undefined;
}
