import type { StoreDoc } from '../../shared/stores/store-model.ts';
import type { FormErrors, FormValues } from '../http/form.ts';
import type { Person } from '../identity/person.ts';

/** A form of a page with several, as it was sent, with its mistakes. */
export interface SentForm<Name extends string> {
  form: Name;
  values?: FormValues;
  errors: FormErrors;
}

/** The properties of a section with a form about the store. */
export interface FormSection {
  store: StoreDoc;
  token: string;
  /** Of the page. */
  path: string;
  values?: FormValues | undefined;
  errors: FormErrors;
}

interface FormPage<Name extends string> {
  person: Person;
  store: StoreDoc;
  sent?: SentForm<Name> | undefined;
}

/** Returns the properties of a section: what was sent is of one form only. */
export const toSection = <Name extends string>(
  { person, store, sent }: FormPage<Name>,
  path: string,
  form: Name,
): FormSection => ({
  ...{ store, path, token: person.formToken },
  ...(sent?.form === form ? { values: sent.values, errors: sent.errors } : { errors: {} }),
});

/** Returns the error of a field as its property. */
export function toFieldError(errors: FormErrors, name: string): { error?: string } {
  const error = errors[name];
  return error === undefined ? {} : { error };
}
