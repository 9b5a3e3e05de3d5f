import { ApiError } from '../../shared/errors.ts';
import type { FormErrors } from '../http/form.ts';

/**
 * Returns the errors of a form for what a function has refused, with the labels of the page in place of the names of
 * the function's fields.
 * @throws the error itself, when it is not about one of these fields.
 */
export function toFormErrors(error: unknown, labels: Readonly<Record<string, string>>): FormErrors {
  if (!(error instanceof ApiError) || error.code !== 'INVALID_INPUT') throw error;
  const { field = '' } = error.detail;
  const name = field.replace(/\[\d+\]$/, '');
  const label = Object.hasOwn(labels, name) ? labels[name] : undefined;
  if (label === undefined) throw error;
  return {
    [name]: error.message.startsWith(field) ? label + error.message.slice(field.length) : error.message,
  };
}
