import { type IntegrationDependencies, saveIntegration } from '../../shared/integrations/integrations.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import type { FormErrors, FormValues } from '../http/form.ts';
import { toFormErrors } from './form-errors.ts';

type Result = { saved: StoreDoc; errors?: undefined } | { saved?: undefined; errors: FormErrors };

/** Saves the endpoint of a form, or returns what is wrong with its fields. */
export async function saveEndpoint(
  dependencies: IntegrationDependencies,
  store: StoreDoc,
  values: FormValues,
): Promise<Result> {
  const mistake = findKeyMistake(values, store);
  if (mistake) return { errors: { writeKey: mistake } };
  const { endpoint = '' } = values;
  try {
    return { saved: await saveIntegration(dependencies, store, { endpoint, ...toWriteKey(values) }) };
  } catch (error) {
    return { errors: withKeyAsked(toFormErrors(error, labels), values) };
  }
}

const labels = { endpoint: 'Endpoint URL', writeKey: 'Write key' };

/** An empty field keeps the saved key; none is saved only for a proxy. */
function toWriteKey({ writeKey = '', proxy }: FormValues): { writeKey?: string } {
  if (proxy === 'yes') return { writeKey: '' };
  return writeKey.trim() === '' ? {} : { writeKey };
}

/** The specification: the write key may be left blank only if a proxy authenticates the requests. */
function findKeyMistake({ writeKey = '', proxy }: FormValues, { integration }: StoreDoc): string | undefined {
  const isGiven = writeKey.trim() !== '';
  if (proxy === 'yes')
    return isGiven ? 'Leave the write key empty if a proxy authenticates the requests.' : undefined;
  if (isGiven || integration.writeKey) return undefined;
  return 'Enter the write key, or say below that a proxy authenticates the requests.';
}

/** A key that was entered is not sent back with the page, so it has to be entered again. */
function withKeyAsked(errors: FormErrors, { writeKey = '' }: FormValues): FormErrors {
  return writeKey === '' || errors.writeKey ? errors : { ...errors, writeKey: 'Enter the write key again.' };
}
