import type { Request } from 'express';
import type Joi from 'joi';
import { ApiError } from '../../shared/errors.ts';
import { randomBase62 } from '../../shared/ids.ts';
import { preferences } from '../../shared/validation/validate.ts';
import { invalidBody, readBytes } from './read-bytes.ts';

/** The fields of a form as they were sent; of a field that was sent twice, the last. */
export type FormValues = Readonly<Record<string, string>>;

/** The mistakes in a form, by field. */
export type FormErrors = Readonly<Record<string, string>>;

const maxBytes = 32 * 1024;
const forms = new WeakMap<Request, Promise<FormValues>>();

/**
 * Reads the body of a form, once for each request.
 * @throws ApiError INVALID_INPUT
 */
export function readForm(req: Request): Promise<FormValues> {
  const reading = forms.get(req) ?? readFields(req);
  forms.set(req, reading);
  return reading;
}

async function readFields(req: Request): Promise<FormValues> {
  if (!req.is('application/x-www-form-urlencoded'))
    throw invalidBody('must be a form, as application/x-www-form-urlencoded.');
  return Object.fromEntries(new URLSearchParams((await readBytes(req, maxBytes)).toString('utf8')));
}

const attemptLength = 20;

/** Names one opening of a page: a form that is sent twice carries the same attempt. */
export const newAttempt = (): string => randomBase62(attemptLength);

/** Returns the attempt that a form carries. @throws ApiError INVALID_INPUT */
export function readAttempt({ attempt = '' }: FormValues): string {
  if (attempt.length === attemptLength && /^\w+$/.test(attempt)) return attempt;
  throw new ApiError('INVALID_INPUT', 'Open the page of this form again and send it from there.');
}

/** Checks the fields of a form; a schema names its fields with `.label()`, as they are named on the page. */
export function checkForm<Value>(
  schema: Joi.ObjectSchema<Value>,
  values: Readonly<Record<string, unknown>>,
): { value: Value; errors?: undefined } | { value?: undefined; errors: FormErrors } {
  const { value, error } = schema.validate(values, {
    ...preferences,
    convert: true,
    abortEarly: false,
    stripUnknown: true,
  });
  if (!error) return { value: value as Value };
  // The first mistake of each field.
  const details = [...error.details].reverse();
  return { errors: Object.fromEntries(details.map(({ path, message }) => [String(path[0]), `${message}.`])) };
}

/**
 * Lets only forms of our own pages through: browsers say where a request comes from.
 * @throws ApiError FORBIDDEN
 */
export function assertOwnPage(req: Request): void {
  if (isOwnPage(req)) return;
  throw new ApiError('FORBIDDEN', 'Send this form from its own page; open the page again.');
}

function isOwnPage(req: Request): boolean {
  const site = req.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  // Browsers leave the other header out over plain http.
  const origin = req.get('origin') ?? '';
  return URL.canParse(origin) && new URL(origin).host === req.host;
}
